// A draft from what `COMMAND --help` writes: its long options become parameters, and the script hands them on one by one. Pure.
import { variableOf } from './block-faults.ts'
import { cut, type Draft } from './draft.ts'
import type { WrittenParameter } from './tool-file-schema.ts'

interface Option {
  readonly flag: string
  /** Its value may be left out, so one that stands behind a blank is taken for something else. */
  readonly isAttached: boolean
  readonly parameter: WrittenParameter
}

const MOST_OPTIONS = 6
/** `-n, --lines=NUM   print NUM lines`, with the words on the line or on the next. */
const OPTION =
  /^\s+(?:-\w,?\s+)?--([a-z][a-z0-9-]*)(?:(\[?[= ]\[?)<?([A-Za-z][\w|:-]*)>?\]?)?(?:\s{2,}|\s*$)(.*)$/
const LEFT_OUT = ['help', 'version', 'usage']

/** `command` as it was typed: words without anything that a shell would read. */
export function draftOfHelp(command: string, help: string): Draft {
  const options = optionsOf(help).slice(0, MOST_OPTIONS)
  const title = titleOf(command, help)
  const lines = options.map(({ flag, isAttached, parameter: { name, type } }) =>
    type === 'boolean'
      ? `[ "\${${variableOf(name)}-}" != true ] || set -- "$@" --${flag}`
      : `[ -z "\${${variableOf(name)}-}" ] || set -- "$@" --${flag}${isAttached ? '=' : ' '}"$${variableOf(name)}"`,
  )
  const target = takesFile(help) ? ' -- "$ARG_TARGET"' : ''
  return {
    ...(title !== undefined && { title: cut(title, 60), description: title }),
    group: 'own',
    parameters: [
      ...(target === '' ? [] : [{ name: 'target', type: 'string', description: `what ${command} works on` }]),
      ...options.map(({ parameter }) => parameter),
    ],
    kind: 'sh',
    code: ['set --', ...lines, `${command} "$@"${target}`].join('\n'),
  }
}

function optionsOf(help: string): readonly Option[] {
  const lines = help.split('\n')
  const found = new Map<string, Option>()
  for (const [at, line] of lines.entries()) {
    const [, flag = '', join = '', value, words = ''] = OPTION.exec(line) ?? []
    const name = flag.replaceAll('-', '_')
    if (flag === '' || LEFT_OUT.includes(flag) || name === 'target' || found.has(name)) continue
    const next = /^\s{6,}(?!-)(\S.*)$/.exec(lines[at + 1] ?? '')?.[1] ?? ''
    const description = cut(words.trim() || next || `the option --${flag}`, 100)
    const type = value === undefined ? 'boolean' : 'string'
    const isAttached = join.includes('[') && join.includes('=')
    found.set(name, { flag, isAttached, parameter: { name, type, description, required: false } })
  }
  return [...found.values()]
}

/** The usage names something that is no option. */
function takesFile(help: string): boolean {
  const usage = /^\s*usage:\s*(.*)$/im.exec(help)?.[1] ?? ''
  return /\b(?:FILE|PATH|NAME|HOST|URL|DIR(?:ECTORY)?|TARGET)\b|<\w+>/i.test(
    usage.replace(/\[OPTIONS?\]\.*/gi, ''),
  )
}

/** The first line that is a sentence. */
function titleOf(command: string, help: string): string | undefined {
  const lines = help.split('\n').map((line) => line.trim())
  const line = lines.find((one) => /^[A-Z][a-z]+ .*[a-z]/.test(one) && !/^(?:usage|options?|or)\b/i.test(one))
  return line === undefined ? undefined : `${line.replace(/[.:]$/, '')} (${command.split(' ')[0]})`
}
