// Who may import what: the table of the design as data. A room that is not here may import nothing.

export interface Room {
  /** Folders or files of ours, besides the room itself. */
  readonly ours: readonly string[]
  /** Packages; `node` stands for Node's own modules. */
  readonly outside: readonly string[]
}

const GROUND = ['source/contracts', 'source/lib', 'source/language']
const SETTLED = ['source/paths.ts', 'source/settings.ts', 'source/settings-table.ts']

export const ROOMS: { readonly [room: string]: Room } = {
  'source/contracts': { ours: [], outside: [] },
  // What SQL may say of tables is a contract; the grammar that reads it is pure.
  'source/lib': {
    ours: ['source/contracts/sql.ts'],
    outside: ['node', 'yaml', 'ajv', 'hono', '@hono/node-server'],
  },
  'source/language': { ours: ['source/contracts', 'source/lib'], outside: [] },
  'source/folder': {
    ours: [...GROUND, 'source/toolkit'],
    outside: ['node', 'yaml', 'saxes', 'toml-eslint-parser', 'unpdf'],
  },
  'source/toolkit': {
    ours: GROUND,
    outside: ['node', 'ignore', 'diff', 'mathjs', 'chrono-node', 'papaparse'],
  },
  'source/rings': { ours: [...GROUND, 'source/toolkit'], outside: ['node'] },
  'source/manifest': { ours: GROUND, outside: ['node'] },
  'source/prompt': { ours: GROUND, outside: ['node'] },
  'source/router': { ours: GROUND, outside: ['node'] },
  'source/meaning': { ours: GROUND, outside: ['node'] },
  'source/reading': { ours: GROUND, outside: [] },
  'source/models': { ours: GROUND, outside: ['node'] },
  'source/teaching': { ours: GROUND, outside: ['node'] },
  'source/memory': { ours: [...GROUND, 'source/toolkit'], outside: ['node'] },
  'source/plugins': {
    ours: [...GROUND, 'source/toolkit', 'source/manifest'],
    outside: ['node', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
  },
  'source/composites': { ours: [...GROUND, 'source/toolkit', 'source/manifest'], outside: ['node'] },
  'source/skills': { ours: GROUND, outside: ['node'] },
  'source/tasks': { ours: GROUND, outside: ['node'] },
  'source/engine': { ours: GROUND, outside: ['node', 'node-llama-cpp', '@huggingface/jinja'] },
  'source/registry': { ours: GROUND, outside: [] },
  'source/sessions': { ours: GROUND, outside: ['node'] },
  'source/roles': { ours: GROUND, outside: ['node'] },
  'source/setups': { ours: GROUND, outside: ['node'] },
  'source/usage': { ours: GROUND, outside: ['node'] },
  'source/analytics': { ours: GROUND, outside: ['node'] },
  'source/governor': { ours: GROUND, outside: [] },
  'source/startup': {
    ours: [...GROUND, 'source/manifest', 'source/prompt', 'source/registry'],
    outside: ['node'],
  },
  'source/session': { ours: [...GROUND, 'source/governor'], outside: ['node'] },
  'source/evaluation': { ours: [...GROUND, 'source/session', 'source/manifest'], outside: ['node'] },
  'source/optimizer': { ours: [...GROUND, 'source/session', 'source/manifest'], outside: ['node'] },
  'source/doctor': { ours: GROUND, outside: ['node'] },
  'source/custom-commands': { ours: GROUND, outside: ['node'] },
  'source/voice': { ours: GROUND, outside: ['node'] },
  'source/mcp': {
    ours: [...GROUND, 'source/toolkit'],
    outside: ['node', '@modelcontextprotocol/client', '@modelcontextprotocol/server'],
  },
  'source/serve': { ours: GROUND, outside: ['node'] },
  'source/ui': {
    ours: GROUND,
    outside: ['node', 'ink', 'react', 'chalk', 'marked', 'lowlight', 'string-width'],
  },
  'source/dashboard': { ours: GROUND, outside: ['node', 'chart.js'] },
  'source/script': { ours: GROUND, outside: ['node'] },
  commands: { ours: ['source/contracts'], outside: [] },
}

/** Rooms that only the command line may open: compose knows everything else. */
export const SURFACES = ['source/ui', 'source/script', 'source/dashboard']

/**
 * Rooms that put other rooms together, each with what of the program it stands on: another of them, or a file directly in
 * `source/`. Besides that they may import every room of the table above but the surfaces.
 */
export const JOINING: { readonly [room: string]: Room } = {
  'source/home': { ours: [...SETTLED], outside: ['node'] },
  'source/composing': { ours: [...SETTLED, 'source/home'], outside: ['node'] },
  'source/measured': {
    ours: [...SETTLED, 'source/home', 'source/composing', 'source/compose.ts'],
    outside: ['node'],
  },
  'source/command-line': {
    ours: [...SETTLED, 'source/home', 'source/composing', 'source/compose.ts'],
    outside: ['node', 'meow'],
  },
}

/** Files that stand directly in `source/`: they put all of it together; packages one by one. */
export const ROOT_PACKAGES: { readonly [file: string]: readonly string[] } = {
  'source/settings.ts': ['conf'],
  'source/paths.ts': ['env-paths'],
}

/** Packages that two rooms import, each with these rooms and the reason; every other has one. */
export const SHARED_PACKAGES: {
  readonly [name: string]: { readonly rooms: readonly string[]; readonly why: string }
} = {
  yaml: {
    rooms: ['source/folder', 'source/lib'],
    why: 'lib reads papers of our own and says what is wrong where; folder rewrites a person’s file token by token, for which it needs the tree itself',
  },
}

/** A tool leans on its contract, the toolkit, Node, and at most one library. */
export const TOOL: Room = { ours: ['source/contracts', 'source/toolkit'], outside: ['node'] }

/** What tests may use besides Node and our own files, each with the reason. */
export const TEST_PACKAGES: { readonly [name: string]: string } = {
  '@huggingface/jinja': 'the templates that models bring are rendered beside ours',
  '@lydell/node-pty': 'a real pseudo-terminal (helpers/pty.ts)',
  '@xterm/headless': 'what such a terminal shows (helpers/pty.ts)',
  '@modelcontextprotocol/client':
    'what a server sends is cut into messages as the client does it (fuzz/targets/mcp.ts)',
  'node-llama-cpp': 'types of tokens, and the bare loop that measurements are held against',
  'axe-core': 'what a screen reader cannot use on a page (helpers/browser.ts)',
  papaparse: 'how another reader splits a CSV, held against ours (folder/csv-records.test.ts)',
  'playwright-core': 'a real browser without a window (helpers/browser.ts)',
  esbuild: 'translates .tsx while tests load it (helpers/jsx.mjs)',
  ink: 'the screen is tested through its own renderer',
  'ink-testing-library': 'frames of the screen as text',
  react: 'the screen is made of elements',
  yaml: 'tool tests read config.yaml as a person wrote it',
}

/** The room of a file: its first folder below `source/`, or `commands`, or its tool's folder. */
export function roomOf(path: string): string {
  const [top = '', next = '', ...rest] = path.split('/')
  if (top === 'commands') return 'commands'
  return rest.length === 0 ? path : `${top}/${next}`
}
