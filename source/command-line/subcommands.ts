// Every subcommand of `ethervox`: one table for `--help`, completions, the man page and docs/flags.md.

export interface Subcommand {
  readonly name: string
  /** What comes behind it. */
  readonly usage: string
  readonly meaning: string
  /** Words that may stand behind it. */
  readonly words?: readonly string[]
  /** Flags of its own, `--` included. */
  readonly flags?: readonly string[]
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const

const OPTIMIZE_FLAGS = [
  ...['--strategy', '--all', '--tool', '--with', '--budget', '--again', '--dry-run', '--undo'],
  ...['--model', '--home'],
] as const

export const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'model',
    usage: '[list|pull|info|remove|path] [ID]',
    meaning: 'list, fetch, describe or remove models',
    words: ['list', 'pull', 'info', 'remove', 'path'],
  },
  { name: 'warm', usage: '', meaning: "make every tool's context state now" },
  {
    name: 'optimize',
    usage: '…',
    meaning: "make the tools' prompts better for a model (`ethervox optimize --help`)",
    flags: OPTIMIZE_FLAGS,
  },
  {
    name: 'dashboard',
    usage: '[PORT]',
    meaning: 'open a session as a page in the browser of this machine (docs/dashboard.md)',
  },
  {
    name: 'mcp',
    usage: 'serve',
    meaning: 'offer the tools to other programs over stdio (docs/mcp.md)',
    words: ['serve'],
  },
  {
    name: 'serve',
    usage: '[--port N] [--token-file FILE]',
    meaning: "answer other programs of this machine in OpenAI's way (docs/serve.md)",
    flags: ['--port', '--token-file', '--approve', '--model', '--home'],
  },
  {
    name: 'tool',
    usage: '…',
    meaning: 'write, check and test tools of your own (`ethervox tool --help`)',
    words: ['new', 'check', 'test'],
    flags: ['--help-of', '--from-docs', '--model', '--engine', '--json', '--home'],
  },
  {
    name: 'plugin',
    usage: '…',
    meaning: 'install, check, update and remove plugins (`ethervox plugin --help`)',
    words: ['install', 'verify', 'list', 'update', 'rollback', 'pin', 'unpin', 'remove', 'resume', 'seal'],
    flags: ['--yes', '--json', '--home'],
  },
  { name: 'eval', usage: '…', meaning: 'measure (`ethervox eval --help`)' },
  {
    name: 'route',
    usage: '[--json] ["TEXT"]',
    meaning: 'the tool that the router chooses for this, or for each line of stdin; loads no chat model',
  },
  {
    name: 'sql',
    usage: '"STATEMENT" [--json|--csv]',
    meaning: 'ask the files of the folder, which are tables, or change them (docs/tables.md); loads no model',
    flags: ['--json', '--csv', '--approve', '--dry-run', '--home'],
  },
  {
    name: 'doctor',
    usage: '[--repair] [--sums] [--json] [--bundle FILE.zip] [--home DIR]',
    meaning: 'check the machine, the engine, the models and the home, and mend them',
    flags: ['--repair', '--sums', '--json', '--bundle', '--home'],
  },
  {
    name: 'completions',
    usage: SHELLS.join('|'),
    meaning: 'print the script that completes all this in a shell',
    words: SHELLS,
  },
]

export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [0, 'well'],
  [1, 'a message or command failed'],
  [2, 'wrong usage'],
  [3, 'no model'],
  [4, 'a model could not be fetched'],
  [130, 'interrupted'],
]

/** Why `command`, as the first word that is no flag, is nothing that runs; some read flags of their own, so they come first. */
export function noSubcommand(command: string): string {
  return SUBCOMMANDS.some(({ name }) => name === command)
    ? `\`${command}\` comes first, its flags behind it: \`ethervox ${command} …\`.`
    : `There is no subcommand \`${command}\`; \`ethervox --help\` lists them (a question is asked with \`-p "…"\`).`
}
