import { openSharedEngine } from './connect/attach/shared-engine.ts';
import { runElectronHost } from './electron/electron-host.ts';
import { openEngine } from './engine.ts';

runElectronHost((options) => openSharedEngine(options, openEngine));
