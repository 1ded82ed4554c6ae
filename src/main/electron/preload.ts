// Runs sandboxed, before the page: it may require nothing but electron, and gives the page two functions.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { Bridge, Push } from '../../shared/ipc/contract.ts';
import { PUSH_CHANNEL, REQUEST_CHANNEL } from './channels.ts';

const bridge: Bridge = {
  request: (name, input) => ipcRenderer.invoke(REQUEST_CHANNEL, name, input),
  onPush(listener) {
    const receive = (_event: IpcRendererEvent, push: Push): void => listener(push);
    ipcRenderer.on(PUSH_CHANNEL, receive);
    return () => {
      ipcRenderer.off(PUSH_CHANNEL, receive);
    };
  },
};

contextBridge.exposeInMainWorld('runlight', bridge);
