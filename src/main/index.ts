import { runElectronHost } from './electron/electron-host.ts';
import { openEngine } from './engine.ts';

runElectronHost(openEngine);
