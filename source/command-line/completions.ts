// Completion scripts, made from the tables of flags and subcommands.
import { UserError } from '../contracts/errors.ts'
import type { FlagRow } from './flags.ts'
import { flagRows } from './help-text.ts'
import { SHELLS, SUBCOMMANDS } from './subcommands.ts'

interface Option {
  readonly long: string
  readonly short: string | undefined
  readonly row: FlagRow
}

/** The script for a shell. Throws `UserError` for one that is not known. */
export function completionScript(shell: string | undefined): string {
  if (shell === 'bash') return bash()
  if (shell === 'zsh') return zsh()
  if (shell === 'fish') return fish()
  const asked = shell === undefined ? 'needs a shell' : `knows no \`${shell}\``
  throw new UserError(
    `\`ethervox completions\` ${asked}; it takes ${SHELLS.join(', ')}, such as \`source <(ethervox completions bash)\`.`,
  )
}

function bash(): string {
  const values = options().flatMap(({ long, short, row }) => {
    const names = [long, ...(short === undefined ? [] : [short])].join('|')
    if (row.choices !== undefined)
      return [`    ${names}) COMPREPLY=($(compgen -W '${row.choices.join(' ')}' -- "$word")); return ;;`]
    if (isPath(row)) return [`    ${names}) COMPREPLY=($(compgen -f -- "$word")); return ;;`]
    return row.type === 'boolean' ? [] : [`    ${names}) COMPREPLY=(); return ;;`]
  })
  const behind = SUBCOMMANDS.flatMap(({ name, words = [], flags = [] }) =>
    words.length + flags.length === 0
      ? []
      : [`    ${name}) COMPREPLY=($(compgen -W '${[...words, ...flags].join(' ')}' -- "$word")); return ;;`],
  )
  return `# bash completion for ethervox; source <(ethervox completions bash)
_ethervox() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  # A shell takes \`--gpu=vulkan\` for three words.
  if [ "$word" = = ]; then word=; elif [ "$before" = = ]; then before="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  case "$before" in
${values.join('\n')}
    --bundle) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${behind.join('\n')}
  esac
  local words='${options()
    .map(({ long }) => long)
    .join(' ')} --help --version'
  if [ "$COMP_CWORD" -eq 1 ]; then words="${SUBCOMMANDS.map(({ name }) => name).join(' ')} $words"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _ethervox ethervox
`
}

function zsh(): string {
  const flags = options().map(({ long, short, row }) => {
    const value = row.type === 'boolean' ? '' : `:${row.value ?? 'value'}:${zshValues(row)}`
    // `--gpu VALUE` and `--gpu=VALUE`.
    const both = row.type === 'boolean' ? long : `${long}=`
    const names = short === undefined ? `'${both}` : `'(${short} ${long})'{${short},${both}}'`
    return `    ${names}[${bracket(row.meaning)}]${quote(value)}'`
  })
  const behind = SUBCOMMANDS.flatMap(({ name, words = [], flags: own = [] }) =>
    words.length + own.length === 0 ? [] : [`    ${name}) compadd -- ${[...words, ...own].join(' ')} ;;`],
  )
  return `#compdef ethervox
# zsh completion for ethervox; source <(ethervox completions zsh)
_ethervox() {
  local -a subcommands=(
${SUBCOMMANDS.map(({ name, meaning }) => `    '${name}:${quote(meaning)}'`).join('\n')}
  )
  local -a flags=(
${flags.join('\n')}
    '--help[show the help]'
    '--version[show the version]'
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe subcommand subcommands
    return
  fi
  case $words[2] in
${behind.join('\n')}
    *) _arguments $flags ;;
  esac
}
if [ "$funcstack[1]" = _ethervox ]; then _ethervox "$@"; else compdef _ethervox ethervox; fi
`
}

function fish(): string {
  const first = '__fish_use_subcommand'
  const flags = options().map(({ long, short, row }) => {
    const values = row.choices === undefined ? '' : ` -a '${row.choices.join(' ')}'`
    const takes = row.type === 'boolean' ? '' : isPath(row) ? ' -r -F' : ` -x${values}`
    return `complete -c ethervox -l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}${takes} -d '${fishQuote(row.meaning)}'`
  })
  const subcommands = SUBCOMMANDS.flatMap(({ name, meaning, words = [], flags: own = [] }) => [
    `complete -c ethervox -n ${first} -a ${name} -d '${fishQuote(meaning)}'`,
    ...(words.length === 0
      ? []
      : [`complete -c ethervox -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`]),
    ...own.map((flag) => `complete -c ethervox -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
  ])
  return `# fish completion for ethervox; ethervox completions fish | source
complete -c ethervox -f
${[...subcommands, ...flags].join('\n')}
complete -c ethervox -l help -d 'show the help'
complete -c ethervox -l version -d 'show the version'
`
}

function options(): readonly Option[] {
  return flagRows().map(({ call, row }) => ({
    long: /--[\w-]+/.exec(call)?.[0] ?? '',
    short: /^-\w/.exec(call)?.[0],
    row,
  }))
}

function isPath({ value = '' }: FlagRow): boolean {
  return /FILE|DIR|PATH/.test(value)
}

function zshValues(row: FlagRow): string {
  if (row.choices !== undefined) return `(${row.choices.join(' ')})`
  return isPath(row) ? '_files' : ' '
}

function bracket(text: string): string {
  return quote(text.replace(/[[\]:]/g, (sign) => `\\${sign}`))
}

/** Inside single quotes of a POSIX shell. */
function quote(text: string): string {
  return text.replaceAll("'", "'\\''")
}

function fishQuote(text: string): string {
  return text.replace(/[\\']/g, (sign) => `\\${sign}`)
}
