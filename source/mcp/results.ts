// What a server answers, as text. Whatever is no text (images, sounds, files) is named and left out.
import type { JsonObject } from '../contracts/json.ts'
import type { McpResult } from '../contracts/mcp.ts'
import { truncateMiddle } from '../toolkit/truncate.ts'
import { plainLine, plainText } from './plain-text.ts'

/** As much as the largest of our own results. */
const MOST_CHARACTERS = 20_000

/** A part of a result, a prompt or a resource; what is not known of it is not there. */
export interface WireContent {
  readonly type?: string
  readonly text?: string
  readonly data?: string
  readonly blob?: string
  readonly mimeType?: string
  readonly uri?: string
  readonly name?: string
  readonly resource?: WireContent
}

/** The result of a call. */
export function resultOf(wire: {
  readonly content?: readonly WireContent[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
}): McpResult {
  const { structuredContent } = wire
  const structured =
    typeof structuredContent === 'object' && structuredContent !== null && !Array.isArray(structuredContent)
      ? (structuredContent as JsonObject)
      : undefined
  const parts = (wire.content ?? []).map(partOf).filter((part) => part !== '')
  const own = parts.join('\n')
  // A server that gives structured data should say the same as text; one that does not is heard all the same.
  const text = own === '' && structured !== undefined ? JSON.stringify(structured) : own
  return {
    text: cut(text),
    structured: isSmall(structured) ? plainData(structured) : undefined,
    isError: wire.isError === true,
  }
}

/** Contents of a resource as one text. */
export function textOf(contents: readonly WireContent[]): string {
  return cut(contents.map(partOf).join('\n'))
}

/** Messages of a prompt as one text; who speaks is said where it is not the user alone. */
export function promptText(
  messages: readonly { readonly role: string; readonly content: WireContent }[],
): string {
  const isAlone = messages.every(({ role }) => role === 'user')
  const lines = messages.map(({ role, content }) =>
    isAlone ? partOf(content) : `${role}: ${partOf(content)}`,
  )
  return cut(lines.join('\n'))
}

function partOf(part: WireContent): string {
  if (part.resource !== undefined) return partOf(part.resource)
  if (typeof part.text === 'string') return plainText(part.text)
  const bytes = part.data ?? part.blob
  const kind = plainLine(part.mimeType ?? part.type ?? 'data', 60)
  const name = plainLine(part.name ?? part.uri ?? '', 200)
  const size = bytes === undefined ? '' : `, ${Math.floor((bytes.length * 3) / 4)} bytes`
  return `[${name === '' ? '' : `${name}: `}${kind}${size}; not shown]`
}

/** The same data; no text in it can move a cursor. */
function plainData(data: JsonObject | undefined): JsonObject | undefined {
  const plain = (_: string, value: unknown) => (typeof value === 'string' ? plainText(value) : value)
  return data && (JSON.parse(JSON.stringify(data), plain) as JsonObject)
}

function cut(text: string): string {
  return truncateMiddle(text, MOST_CHARACTERS).text
}

function isSmall(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length <= MOST_CHARACTERS
}
