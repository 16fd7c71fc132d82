// Every file location, decided once: the program's own files and the tree of a home (docs in README).
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import envPaths from 'env-paths'

/** Where the program's own files are. */
export interface ProgramPaths {
  /** Folder with `package.json`. */
  readonly packageRoot: string
  /** Folder with the code that runs: `dist/`, or the package itself when run from source. */
  readonly codeRoot: string
  /** Sources of the tools (`config.yaml`). */
  readonly toolsDir: string
  readonly commandsDir: string
  readonly systemText: string
  readonly roles: string
  /** Shipped personas, a file each. */
  readonly personas: string
  readonly noneRequests: string
  readonly mistakenRequests: string
  readonly remarks: string
  readonly catalogue: string
  /** What requests for each tool mean, by the vectors of the sentence model. */
  readonly senses: string
  /** What was learned of which tables a message is about. */
  readonly tables: string
  /** What was learned of what a request asks for, and what tunes the sentence model for it. */
  readonly reading: string
  readonly readingAdapter: string
  /** The process that runs SQL. */
  readonly databaseChild: string
  /** What tunes the sentence model to tell those apart. */
  readonly senseAdapter: string
  /** Learns to write calls, in Python. */
  readonly tuneCalls: string
  /** The manifest that an empty home gets. */
  readonly shippedManifest: string
  readonly engineChild: string
  /** The program of the sentence model's process. */
  readonly sentenceChild: string
  /** File of the thread in which a tool's JavaScript runs. */
  readonly sandboxWorker: string
  /** What a browser gets of `ethervox dashboard`; made by the build. */
  readonly dashboard: string
  /** File of the process in which a call of a trusted plugin runs. */
  readonly trustedChild: string
  readonly version: string
}

/** The tree of one home. */
export interface HomePaths {
  readonly home: string
  readonly settings: string
  readonly roles: string
  readonly installed: string
  readonly models: string
  /** There when a first model was offered and not wanted. */
  readonly modelDeclined: string
  readonly tools: string
  readonly manifest: string
  readonly optimized: string
  readonly states: string
  /** Earlier versions of files that tools changed. */
  readonly undo: string
  /** The person's own text behind the system text. */
  readonly startupPrompt: string
  /** Timers and alarms, a file each. */
  readonly rings: string
  /** Answers from the network that are kept for a while. */
  readonly cache: string
  /** Recordings and transcripts. */
  readonly voice: string
  /** Conversations, one file each. */
  readonly sessions: string
  readonly memory: string
  /** Personas of the person's own, a file each. */
  readonly personas: string
  /** Slash commands of the person's own, a file each. */
  readonly commands: string
  /** How often each tool was called; empty: nobody counts. */
  readonly toolUses: string
  /** MCP servers (docs/mcp.md), and the last known tools of each. */
  readonly mcp: string
  readonly mcpLists: string
  /** Logins at them, a file each that only the person may read. */
  readonly mcpLogins: string
  /** Tools that failed, and those that are paused; empty: nobody counts. */
  readonly toolHealth: string
  /** What turns and calls cost; empty: nothing is kept. */
  readonly analytics: string
  /** A trial of two setups, and those that ended. */
  readonly trials: string
  /** Tools of the person's own, a Markdown file each; empty: none are looked for, in the workspace neither. */
  readonly toolFiles: string
  /** Several calls as one tool, a file each. */
  readonly composites: string
  /** Instructions that go with a message, a folder each. */
  readonly skills: string
  /** Goals with their steps, a file each. */
  readonly tasks: string
  /** Plugins, their list and what they keep (docs/plugins.md); empty: there are none. */
  readonly plugins: string
  /** What the person taught, and turns that are kept for labelling. */
  readonly teaching: string
  /** What was typed in earlier sessions. */
  readonly inputHistory: string
}

/** Finds the program's files by walking up from this one. Throws when the installation is not whole. */
export function findProgram(): ProgramPaths {
  const here = dirname(fileURLToPath(import.meta.url))
  let packageRoot = here
  while (!existsSync(join(packageRoot, 'package.json'))) {
    const parent = dirname(packageRoot)
    if (parent === packageRoot) throw new Error(`no package.json above ${here}`)
    packageRoot = parent
  }
  const built = join(packageRoot, 'dist')
  const isBuilt = here.startsWith(built)
  const codeRoot = isBuilt ? built : packageRoot
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  return {
    packageRoot,
    codeRoot,
    toolsDir: join(packageRoot, 'tools'),
    commandsDir: join(codeRoot, 'commands'),
    systemText: join(packageRoot, 'prompts', 'system.md'),
    roles: join(packageRoot, 'prompts', 'roles.yaml'),
    personas: join(packageRoot, 'prompts', 'personas'),
    noneRequests: join(packageRoot, 'prompts', 'none-requests.txt'),
    mistakenRequests: join(packageRoot, 'prompts', 'mistaken-requests.txt'),
    remarks: join(packageRoot, 'prompts', 'remarks.txt'),
    catalogue: join(packageRoot, 'models', 'catalogue.yaml'),
    tables: join(packageRoot, 'models', 'tables.json'),
    reading: join(packageRoot, 'models', 'reading.json'),
    readingAdapter: join(packageRoot, 'models', 'reading.safetensors'),
    databaseChild: join(
      codeRoot,
      'source',
      'folder',
      'sql',
      isBuilt ? 'database-child.js' : 'database-child.ts',
    ),
    senses: join(packageRoot, 'models', 'tool-senses.json'),
    senseAdapter: join(packageRoot, 'models', 'tool-senses.safetensors'),
    tuneCalls: join(packageRoot, 'python', 'tune-calls.py'),
    shippedManifest: join(packageRoot, 'dist', 'tools.bin'),
    engineChild: join(codeRoot, 'source', 'engine', 'embedded', isBuilt ? 'child.js' : 'child.ts'),
    sentenceChild: join(
      codeRoot,
      'source',
      'engine',
      'embedded',
      isBuilt ? 'sentence-child.js' : 'sentence-child.ts',
    ),
    sandboxWorker: join(codeRoot, 'source', 'plugins', `sandbox-worker.${isBuilt ? 'js' : 'ts'}`),
    dashboard: join(packageRoot, 'dist', 'dashboard'),
    trustedChild: join(codeRoot, 'source', 'plugins', `trusted-child.${isBuilt ? 'js' : 'ts'}`),
    version,
  }
}

/** The tree below `--home`, `ETHERVOX_HOME`, or the platform's data folder; a `~` at the beginning is the person's own folder. */
export function homePaths(home: string | undefined, env: NodeJS.ProcessEnv): HomePaths {
  const root = placeOf(home || env.ETHERVOX_HOME || envPaths('ethervox', { suffix: '' }).data)
  return {
    home: root,
    settings: join(root, 'settings.json'),
    roles: join(root, 'roles.yaml'),
    installed: join(root, 'installed.json'),
    models: env.ETHERVOX_MODELS ? placeOf(env.ETHERVOX_MODELS) : join(root, 'models'),
    modelDeclined: join(root, 'model-declined.json'),
    tools: join(root, 'tools'),
    manifest: join(root, 'tools', 'tools.bin'),
    optimized: join(root, 'tools', 'optimized'),
    states: join(root, 'states'),
    undo: join(root, 'undo'),
    startupPrompt: join(root, 'startup-prompt.md'),
    rings: join(root, 'rings'),
    cache: join(root, 'cache'),
    voice: join(root, 'voice'),
    sessions: join(root, 'sessions'),
    memory: join(root, 'memory.sqlite'),
    personas: join(root, 'personas'),
    commands: join(root, 'commands'),
    toolUses: join(root, 'tool-uses.json'),
    mcp: join(root, 'mcp.yaml'),
    mcpLists: join(root, 'mcp'),
    mcpLogins: join(root, 'mcp-logins'),
    toolHealth: join(root, 'tool-health.json'),
    analytics: join(root, 'analytics.sqlite'),
    trials: join(root, 'trials.json'),
    toolFiles: join(root, 'tools'),
    composites: join(root, 'composites'),
    skills: join(root, 'skills'),
    tasks: join(root, 'tasks'),
    plugins: join(root, 'plugins'),
    teaching: join(root, 'teaching'),
    inputHistory: join(root, 'input-history.jsonl'),
  }
}

/** Behind a `=`, and in a variable, no shell puts the folder in place of the `~`. */
function placeOf(given: string): string {
  return resolve(given.replace(/^~(?=[/\\]|$)/, () => homedir()))
}
