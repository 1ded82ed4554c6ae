import { ipcMain, type WebContents } from 'electron';
import { fail } from '../../shared/lib/result.ts';
import type { Connection, Engine } from '../ipc/connection.ts';
import type { Log } from '../lib/log.ts';
import { PUSH_CHANNEL, REQUEST_CHANNEL } from './channels.ts';
import { comesFromOurPage } from './sender.ts';

/**
 * Carries requests and pushes between windows and the engine. Each document has a connection of its own, from its first
 * request until it is left, so that a reload starts without what the page before it followed.
 */
export function serveBridge(engine: Engine, isWindow: (contents: WebContents) => boolean, log: Log): void {
  const connections = new Map<WebContents, Connection>();

  function connectionOf(contents: WebContents): Connection {
    const known = connections.get(contents);
    if (known !== undefined) return known;
    const connection = engine.connect((push) => {
      if (!contents.isDestroyed()) contents.send(PUSH_CHANNEL, push);
    });
    connections.set(contents, connection);
    const leave = (): void => {
      contents.off('did-navigate', leave);
      contents.off('render-process-gone', leave);
      contents.off('destroyed', leave);
      connections.delete(contents);
      connection.close();
    };
    contents.on('did-navigate', leave);
    contents.on('render-process-gone', leave);
    contents.on('destroyed', leave);
    return connection;
  }

  ipcMain.handle(REQUEST_CHANNEL, (event, name: unknown, input: unknown) => {
    if (!comesFromOurPage(event) || !isWindow(event.sender)) {
      log('warn', 'a request from a foreign page was refused');
      return fail('forbidden', 'Only the windows of Runlight may ask this');
    }
    if (typeof name !== 'string') return fail('bad_request', 'A request needs a name');
    return connectionOf(event.sender).request(name, input);
  });
}
