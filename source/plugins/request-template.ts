// An `http` block taken apart: a line `GET ADDRESS` or `POST ADDRESS`, headers, and for POST a JSON body behind an empty line.
// Arguments are encoded for where they stand: in the address as part of an address, in the body as JSON. Pure.
import { isJson, type JsonObject, type JsonValue } from '../contracts/json.ts'
import { ToolFailure } from '../contracts/tool.ts'

/** `{{name}}` in a template; the name may have blanks around it, which an expression could part in too many ways. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

export interface TemplateLine {
  readonly text: string
  /** Where it begins in the block. */
  readonly index: number
}

export interface RequestTemplate {
  /** The first line and the headers. */
  readonly head: readonly TemplateLine[]
  /** undefined: none. */
  readonly body: TemplateLine | undefined
}

/** Cuts the block. Only POST has a body, so empty lines of others mean nothing. */
export function splitRequest(code: string): RequestTemplate {
  const lines: TemplateLine[] = []
  let index = 0
  for (const text of code.split('\n')) {
    lines.push({ text, index })
    index += text.length + 1
  }
  const isEmpty = ({ text }: TemplateLine) => text.trim() === ''
  const first = lines.findIndex((line) => !isEmpty(line))
  const gap = /^\s*POST\b/.test(lines[first]?.text ?? '')
    ? lines.findIndex((line, at) => at > first && isEmpty(line))
    : -1
  const head = (gap < 0 ? lines : lines.slice(0, gap)).filter((line) => !isEmpty(line))
  const begin = gap < 0 ? undefined : lines.slice(gap).find((line) => !isEmpty(line))
  return { head, body: begin && { text: code.slice(begin.index), index: begin.index } }
}

/** Why the body could be something else than JSON with some argument; undefined: it cannot. */
export function bodyFault(body: string): string | undefined {
  // What stands for an argument must be a whole value: within a text neither of both leaves JSON.
  for (const value of ['""', '0']) {
    const filled = body.replace(PLACEHOLDER, value)
    try {
      JSON.parse(filled)
    } catch (error) {
      const isBare = isJson(body.replace(PLACEHOLDER, 'x'))
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      return isBare
        ? '`{{…}}` must stand for a whole value of the body, without quotes: each argument is written as JSON'
        : `the body must be JSON (${reason})`
    }
  }
  return undefined
}

export interface FilledRequest {
  readonly method: 'GET' | 'POST'
  readonly address: string
  readonly accept: string | undefined
  readonly body: string | undefined
}

/**
 * The request with its arguments; one that is left out is empty in the address and `null` in the body. Throws a `ToolFailure` where
 * they would lead to another path than the one that is written.
 */
export function fillRequest(code: string, args: JsonObject): FilledRequest {
  const { head, body } = splitRequest(code)
  const [request = '', header] = head.map(({ text }) => text.trim())
  const [, method = 'GET', address = ''] = /^(\S+)\s+(.*)$/.exec(request) ?? []
  // Half a character is none that could be encoded.
  const filled = address.replace(PLACEHOLDER, (_, name: string) =>
    encodeURIComponent(textOf(argumentOf(args, name) ?? '').toWellFormed()),
  )
  refuseWalk(address, filled)
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    address: filled,
    accept: header?.replace(/^[^:]*:/, '').trim(),
    body: body?.text
      .trim()
      .replace(PLACEHOLDER, (_, name: string) => JSON.stringify(argumentOf(args, name) ?? null)),
  }
}

/** A part of a path that is `.` or `..` stands for another one, and no encoding keeps it from that. */
function refuseWalk(template: string, filled: string): void {
  const walksOf = (address: string) =>
    (address.split(/[?#]/, 1)[0] ?? '').split('/').filter((part) => /^(?:\.|%2e){1,2}$/i.test(part))
  const walks = walksOf(filled)
  if (walks.length === walksOf(template).length) return
  throw new ToolFailure(
    'bad_argument',
    `The request was not sent: \`${walks.at(-1)}\` as a part of the path would lead to another address; give another value.`,
  )
}

/** The value of the argument that a placeholder names; undefined: it is left out. */
export function argumentOf(args: JsonObject, written: string): JsonValue | undefined {
  const name = written.trim()
  return Object.hasOwn(args, name) ? args[name] : undefined
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
