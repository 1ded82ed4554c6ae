import { extname } from 'node:path';

/** Files that a system runs when they are opened, by its platform and the ends of their names. */
const RUN: Partial<Record<NodeJS.Platform, ReadonlySet<string>>> = {
  win32: new Set(
    '.appref-ms .application .bat .chm .cmd .com .cpl .diagcab .exe .gadget .hta .inf .jar .js .jse .jnlp .library-ms .lnk .msc .msi .msix .msp .mst .pif .ps1 .psc1 .psm1 .py .pyw .pyz .rb .reg .scf .scr .settingcontent-ms .sh .url .vb .vbe .vbs .website .ws .wsc .wsf .wsh'.split(
      ' ',
    ),
  ),
  darwin: new Set(
    '.action .app .applescript .command .fileloc .inetloc .jar .mpkg .pkg .prefpane .scpt .terminal .tool .webloc .workflow'.split(
      ' ',
    ),
  ),
  linux: new Set('.appimage .desktop .jar .run'.split(' ')),
};

/** Whether opening a file could start it instead of showing it. `mode`: of the file, as `stat` gives it. */
export function runsWhenOpened(path: string, mode: number, platform: NodeJS.Platform): boolean {
  if (RUN[platform]?.has(extname(path).toLowerCase()) === true) return true;
  return platform !== 'win32' && (mode & 0o111) !== 0;
}
