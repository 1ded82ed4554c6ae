import {
  codeAgentId,
  codeFailureLine,
  type CodeAgent,
  type CodeFailure,
  type CodeSource,
} from '../../../shared/run/code.ts';
import { z } from 'zod';
import type { Push } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/lib/result.ts';
import type { Line } from '../socket/line.ts';
import type { Guest } from '../socket/serve-socket.ts';
import { CallEvent, offers, type OfferedAgent } from './protocol.ts';
import { remoteVersion, type RemoteVersion } from './remote-version.ts';

/** The agents in people's code that programs lend to this engine. */
export type CodeAgents = {
  readonly door: (line: Line) => Guest;
  readonly list: () => readonly CodeSource[];
  readonly find: (agentId: string) => { readonly agent: OfferedAgent; readonly version: RemoteVersion } | undefined;
};

/** One `runlight dev` that is connected. */
type Session = {
  path: string;
  failure?: CodeFailure;
  /** Those that have not ended; the last is the one that new runs get. */
  versions: readonly RemoteVersion[];
};

const CLOSED: Failure = {
  code: 'code_gone',
  message: 'The program with the code of this agent has ended',
  hint: 'Start it again with "runlight dev", then press Continue',
};

export function createCodeAgents(publish: (push: Push) => void): CodeAgents {
  const sessions = new Set<Session>();

  function door(line: Line): Guest {
    const session: Session = { path: '', versions: [] };
    sessions.add(session);
    return {
      async request(name, input) {
        const done = take(session, line, name, input);
        if (done.ok) publish({ type: 'changed', what: 'code' });
        return done;
      },
      onPush(push) {
        const told = CallEvent.safeParse(push);
        if (!told.success) return;
        const { generation, call, event } = told.data;
        session.versions.find((version) => version.generation === generation)?.onEvent(call, event);
      },
      close() {
        sessions.delete(session);
        for (const version of session.versions) version.lose(CLOSED);
        publish({ type: 'changed', what: 'code' });
      },
    };
  }

  function take(session: Session, line: Line, name: string, input: unknown): Result<null> {
    switch (name) {
      case 'code.offer': {
        const offer = offers[name].safeParse(input);
        if (!offer.success) return fail('bad_request', z.prettifyError(offer.error));
        const { path, generation, agents } = offer.data;
        const before = session.versions;
        session.path = path;
        session.failure = undefined;
        session.versions = [...before, remoteVersion(line, generation, agents)];
        for (const version of before) version.supersede();
        return ok(null);
      }
      case 'code.failed': {
        const failed = offers[name].safeParse(input);
        if (!failed.success) return fail('bad_request', failed.error.message);
        session.path = failed.data.path;
        session.failure = failed.data.failure;
        publish({ type: 'problem', error: problem(failed.data.failure) });
        return ok(null);
      }
      case 'code.ended': {
        const ended = offers[name].safeParse(input);
        if (!ended.success) return fail('bad_request', ended.error.message);
        endVersion(session, ended.data.generation, ended.data.failure);
        return ok(null);
      }
      default:
        return fail('bad_request', `There is no request called ${JSON.stringify(name)}`);
    }
  }

  function endVersion(session: Session, generation: number, failure: CodeFailure): void {
    const version = session.versions.find((one) => one.generation === generation);
    if (version === undefined) return;
    if (version === session.versions.at(-1)) {
      session.failure = failure;
      publish({ type: 'problem', error: problem(failure) });
    }
    session.versions = session.versions.filter((one) => one !== version);
    const message = `The code of this agent crashed: ${codeFailureLine(failure)}`;
    version.lose({ code: 'code_crashed', message, hint: 'Correct it and save, then press Continue' });
  }

  return {
    door,
    list: () =>
      [...sessions]
        .filter(({ path }) => path !== '')
        .map(({ path, failure, versions }) => ({
          path,
          failure,
          agents:
            versions
              .at(-1)
              ?.agents.filter(({ exported }) => exported)
              .map(publicAgent) ?? [],
        })),
    find(agentId) {
      for (const { versions } of [...sessions].reverse()) {
        const version = versions.at(-1);
        const agent = version?.agents.find(
          ({ file, name, exported }) => exported && codeAgentId(file, name) === agentId,
        );
        if (version !== undefined && agent !== undefined) return { agent, version };
      }
      return undefined;
    },
  };
}

function publicAgent(agent: OfferedAgent): CodeAgent {
  const { name, file, model, reasoning, approvals, todos, limits, workspace } = agent;
  const tools = agent.tools.map((tool) => tool.name);
  return { id: codeAgentId(file, name), name, file, model, reasoning, tools, approvals, todos, limits, workspace };
}

function problem(failure: CodeFailure): Failure {
  return { code: 'code_not_loaded', message: codeFailureLine(failure), hint: 'New run shows the lines around it' };
}
