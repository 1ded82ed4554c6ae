import { isAppPage } from './app-url.ts';

/** What an IpcMainInvokeEvent tells of who sent it; the frame is null once it has navigated or gone. */
export type Sender = {
  readonly senderFrame: { readonly url: string } | null;
  readonly sender: { readonly mainFrame: object };
};

/** Whether it is the page itself that asks, and our page: not a frame in it, not what a window was made to show instead. */
export function comesFromOurPage({ senderFrame, sender }: Sender): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isAppPage(senderFrame.url);
}
