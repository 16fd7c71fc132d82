// What is wrong in the block of a tool's file, as far as it can be told without running it.
import { nearestName } from '../lib/nearest-name.ts'
import { bodyFault, PLACEHOLDER, splitRequest } from './request-template.ts'
import { type FileParts, type Misplaced, placeInCode } from './split-file.ts'

/** How each kind of block names an argument. */
const NAMED: { readonly [kind: string]: RegExp } = {
  js: /\bargs\.([A-Za-z_$][\w$]*)/g,
  sh: /\$\{?(?<name>ARG_\w+)/g,
  http: PLACEHOLDER,
  prompt: PLACEHOLDER,
}
const KINDS = Object.keys(NAMED)
/** Address and accepted type: a request needs no more, and credentials have no place in a file. */
const HEADERS = ['accept']

/** Name of the environment variable that holds an argument. */
export function variableOf(parameter: string): string {
  return `ARG_${parameter.toUpperCase()}`
}

/** Everything at once; `parameters` are the tool's. */
export function blockFaults(parts: FileParts, parameters: readonly string[]): readonly Misplaced[] {
  const { kind, code, fence } = parts
  if (!KINDS.includes(kind))
    return [
      {
        line: fence,
        column: 4,
        expected: `the block must be one of ${KINDS.join(', ')}, but it is \`${kind}\``,
      },
    ]
  if (code.trim() === '') return [{ line: fence, column: 1, expected: 'the block is empty' }]
  return [...unknownNames(parts, parameters), ...(kind === 'http' ? templateFaults(parts) : [])]
}

function unknownNames(parts: FileParts, parameters: readonly string[]): readonly Misplaced[] {
  const { kind, code } = parts
  const names = kind === 'sh' ? parameters.map(variableOf) : parameters
  return [...code.matchAll(NAMED[kind] ?? /$^/g)].flatMap((match): readonly Misplaced[] => {
    const name = (match[1] ?? '').trim()
    if (names.includes(name)) return []
    const nearest = nearestName(name, names)
    const hint =
      nearest === undefined ? `there are ${names.join(', ') || 'none'}` : `did you mean \`${nearest}\`?`
    const place = placeInCode(parts, match.index + match[0].indexOf(name))
    return [{ ...place, expected: `\`${name}\` is no parameter of this tool; ${hint}` }]
  })
}

function templateFaults(parts: FileParts): readonly Misplaced[] {
  const { head, body } = splitRequest(parts.code)
  const [request, ...headers] = head
  if (request === undefined) return []
  const at = (index: number, expected: string): Misplaced => ({ ...placeInCode(parts, index), expected })
  const lines = [request, ...headers].flatMap((line, place) => {
    const fault = place === 0 ? requestFault(line.text) : headerFault(line.text)
    return fault === undefined ? [] : [at(line.index + fault.column, fault.expected)]
  })
  const isPost = /^\s*POST\b/.test(request.text)
  if (isPost && body === undefined)
    return [...lines, at(request.index, '`POST` needs a body: JSON behind an empty line')]
  const broken = body && bodyFault(body.text)
  return broken === undefined ? lines : [...lines, at(body?.index ?? 0, broken)]
}

type LineFault = { readonly column: number; readonly expected: string } | undefined

function requestFault(line: string): LineFault {
  const [, method, address = ''] = /^(\S+)\s+(\S.*)$/.exec(line.trim()) ?? []
  if (method !== 'GET' && method !== 'POST') {
    const expected = `the request must be \`GET ADDRESS\` or \`POST ADDRESS\`, but it is \`${line.trim()}\`; nothing else is sent`
    return { column: 0, expected }
  }
  const column = line.indexOf(address)
  const [, host = ''] = /^https?:\/\/([^/?#]*)/.exec(address) ?? []
  if (host === '')
    return { column, expected: `the address must begin with \`https://\`, but it is \`${address}\`` }
  if (host.includes('{{'))
    return {
      column,
      expected: `the host must be written out, but it is \`${host}\`; arguments stand behind it`,
    }
  if (host.includes('@')) return { column, expected: 'the address must have no user name and no password' }
  const isAddress = URL.parse(address.replaceAll(PLACEHOLDER, 'x')) !== null
  return isAddress ? undefined : { column, expected: `\`${address}\` must be a web address` }
}

function headerFault(line: string): LineFault {
  const name = /^\s*([\w-]+)\s*:/.exec(line)?.[1]
  if (name !== undefined && HEADERS.includes(name.toLowerCase())) return undefined
  const expected = `behind the request may stand \`Accept: TYPE\` and nothing else, but this is \`${line.trim()}\``
  return { column: 0, expected }
}
