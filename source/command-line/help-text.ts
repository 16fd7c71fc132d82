// `--help`, the man page and docs/flags.md, from the tables of flags and subcommands: what one says, the others say.
import { describeFlags, FLAGS, type FlagName, type FlagRow, kebab } from './flags.ts'
import { EXIT_CODES, SUBCOMMANDS } from './subcommands.ts'

const WAYS: readonly (readonly [string, string])[] = [
  ['', 'open the chat'],
  ['-p "TEXT"', 'answer once'],
  ['< SCRIPT', 'run every line as if typed (`"""` opens and closes a message of several lines)'],
]

/** `ethervox --help`, without the version. */
export function helpText(): string {
  const usages = [
    ...WAYS,
    ...SUBCOMMANDS.map(({ name, usage, meaning }) => [`${name} ${usage}`.trim(), meaning] as const),
  ]
  return `
  Chat with a local language model in the terminal.

  Usage
${usages.flatMap(([call, meaning]) => usageLines(`ethervox ${call}`.trim(), meaning)).join('\n')}

  Flags, each also as an environment variable
${describeFlags()}
      --help, --version

  Exit codes
    ${EXIT_CODES.map(([code, meaning]) => `${code} ${meaning}`).join(' · ')}
`
}

/** `docs/flags.md`. */
export function flagsPage(): string {
  const subcommands = SUBCOMMANDS.map(
    ({ name, usage, meaning }) => `| \`ethervox ${`${name} ${inTable(usage)}`.trim()}\` | ${meaning} |`,
  )
  const flags = flagRows().map(
    ({ call, row }) => `| \`${inTable(call)}\` | \`${row.environment}\` | ${meaningOf(row)} |`,
  )
  return `# Flags

Made by \`npm run papers\` from the tables that the program itself reads; \`ethervox --help\` says the same.

| way | what it does |
|---|---|
${WAYS.map(([call, meaning]) => `| \`ethervox${call === '' ? '' : ` ${call}`}\` | ${meaning} |`).join('\n')}
${subcommands.join('\n')}

| flag | environment | meaning |
|---|---|---|
${flags.join('\n')}
| \`--help\`, \`--version\` | | |

A flag wins over its environment variable, that over the setting of the same name (\`/settings\`), and that over the default.

## Exit codes

${EXIT_CODES.map(([code, meaning]) => `- ${code}: ${meaning}`).join('\n')}

The highest of a session counts.
`
}

/** `docs/ethervox.1`, in the man macros. */
export function manPage(version: string): string {
  const flags = flagRows().map(
    ({ call, row }) => `.TP\n.B ${roff(call)}\n${roff(meaningOf(row))} Environment: ${row.environment}.`,
  )
  const ways = WAYS.map(([call, meaning]) => `.TP\n.B ethervox ${roff(call)}\n${roff(meaning)}`)
  const subcommands = SUBCOMMANDS.map(
    ({ name, usage, meaning }) => `.TP\n.B ethervox ${roff(`${name} ${usage}`.trim())}\n${roff(meaning)}`,
  )
  return `.\\" Made by \`npm run papers\`; do not edit.
.TH ETHERVOX 1 "" "ethervox ${version}" "User Commands"
.SH NAME
ethervox \\- chat with a local language model in the terminal
.SH SYNOPSIS
.B ethervox
[\\fIsubcommand\\fR] [\\fIflags\\fR]
.SH DESCRIPTION
Opens a chat with a language model that runs on this machine and can use tools. Inside it, /help lists the commands.
${[...ways, ...subcommands].join('\n')}
.SH FLAGS
${flags.join('\n')}
.SH EXIT STATUS
${EXIT_CODES.map(([code, meaning]) => `.TP\n.B ${code}\n${meaning}`).join('\n')}
.SH FILES
The home holds settings, conversations, memories and states: the folder of
.BR \\-\\-home ,
ETHERVOX_HOME, or the data folder of the system.
`
}

interface NamedRow {
  readonly name: FlagName
  readonly call: string
  readonly row: FlagRow
}

/** Every flag as it is typed, in the order of the table. */
export function flagRows(): readonly NamedRow[] {
  return (Object.keys(FLAGS) as FlagName[]).map((name) => {
    const row: FlagRow = FLAGS[name]
    const long = `--${row.isNegated ? 'no-' : ''}${kebab(name)}`
    const call = `${row.short === undefined ? '' : `-${row.short}, `}${long}${row.value === undefined ? '' : ` ${row.value}`}`
    return { name, call, row }
  })
}

function meaningOf(row: FlagRow): string {
  return `${row.meaning}${row.choices === undefined ? '' : ` (${row.choices.join(', ')})`}.`
}

function usageLines(call: string, meaning: string): readonly string[] {
  return call.length <= 28
    ? [`    ${call.padEnd(28)} ${meaning}`]
    : [`    ${call}`, `    ${' '.repeat(28)} ${meaning}`]
}

function inTable(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** A hyphen that is typed, a backslash that is shown, and no line that begins as a request would. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
    .replace(
      /[^\0-\x7f]/gu,
      (sign) => `\\[u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}
