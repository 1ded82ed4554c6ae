import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { defaultHome } from '../home/home.ts';

/** The folder this process keeps everything in: the one asked for, else that of RUNLIGHT_HOME, else the platform's. */
export function chosenHome(asked: string | undefined): string {
  return resolve(asked || process.env.RUNLIGHT_HOME || defaultHome(process.platform, process.env, homedir()));
}
