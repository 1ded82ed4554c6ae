import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

type Props = { readonly name: string; readonly children: ReactNode };
type State = { readonly error?: Error };

/** Keeps a bug in one region from taking the window down. */
export class RegionBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error('Something that is no error was thrown') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div role="alert" className="m-4 flex flex-col items-start gap-2 rounded-lg border p-4">
        <p className="text-lg font-semibold">{this.props.name} could not be shown</p>
        <p className="text-soft">This is a bug in Runlight. Nothing was lost: runs go on, and everything is stored.</p>
        <pre className="scroll-thin max-h-32 max-w-full overflow-auto rounded-md bg-code p-2 font-mono text-xs whitespace-pre-wrap">
          {error.message}
        </pre>
        <Button onClick={() => this.setState({ error: undefined })}>Reload region</Button>
      </div>
    );
  }
}
