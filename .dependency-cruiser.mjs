/** Who may import whom. DESIGN: shared knows nobody; main and renderer know shared, never each other. */
const folder = (...names) => `^src/(${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-knows-nobody',
      severity: 'error',
      from: { path: folder('shared') },
      to: { pathNot: [folder('shared'), 'node_modules/(zod|vitest|fast-check)'] },
    },
    {
      name: 'renderer-knows-shared',
      severity: 'error',
      from: { path: folder('renderer') },
      to: { path: folder('main') },
    },
    {
      name: 'main-knows-shared',
      severity: 'error',
      from: { path: folder('main') },
      to: { path: folder('renderer') },
    },
    {
      name: 'electron-in-its-folder',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main/electron/'] },
      to: { path: ['node_modules/electron/', '^electron$', 'node_modules/electron-log/main'] },
    },
    {
      name: 'hosts-are-entered-by-nobody',
      severity: 'error',
      from: { path: '^src/main/', pathNot: ['^src/main/(electron|web)/', '^src/main/index\\.ts$'] },
      to: { path: '^src/main/(electron|web)/' },
    },
    {
      name: 'hosts-do-not-meet',
      severity: 'error',
      from: { path: '^src/main/(electron|web)/' },
      to: { path: '^src/main/(electron|web)/', pathNot: '^src/main/$1/' },
    },
    {
      name: 'agent-models-workspace-know-no-store',
      severity: 'error',
      from: { path: '^src/main/(agent|models|workspace)/' },
      to: { path: '^src/main/(threads|runs|ipc|settings|runtime|home|connect|cli|electron|web|engine)' },
    },
    {
      name: 'store-knows-no-runs',
      severity: 'error',
      from: { path: '^src/main/(threads|home|lib)/' },
      to: { path: '^src/main/(agent|models|workspace|runs|ipc|settings|runtime|demo|connect|cli)/' },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'data-and-ui-know-no-features',
      severity: 'error',
      from: { path: '^src/renderer/(data|state|ui)/' },
      to: { path: '^src/renderer/(app|features)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  },
};
