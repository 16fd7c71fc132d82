/**
 * Tools in, the bytes of a manifest out (FORMAT.md). Deterministic: the same input gives the same bytes, whatever the
 * order of the tools. Next: `reader.ts` for the way back, `compile.ts` for where tools come from.
 */
import type { CompiledTool, ManifestProblem } from '../contracts/manifest.ts'
import { type ByteOrder, ByteWriter } from '../lib/byte-cursor.ts'
import { crc32, sha256 } from '../lib/checksum.ts'
import { NotJson } from './json-value.ts'
import {
  CONTENT_HASH_BYTES,
  ENTRY_FIXED_BYTES,
  FLAG_ROUTER,
  FOOTERS,
  FORMAT_VERSION,
  type FooterType,
  HEADER_BYTES,
  MAGIC,
  ORDER_MARK,
  RISKS,
  ROUTER_LIMIT_BYTES,
} from './layout.ts'
import { contentHashOf, detailBytes, type UnhashedTool } from './tool-bytes.ts'

export interface ManifestContent {
  /** In any order; names are unique. */
  readonly tools: readonly CompiledTool[]
  /** The router's weights, at most 1.5 MiB; left out: a manifest without them. */
  readonly router?: Uint8Array
  /** Unix seconds. */
  readonly builtAt: number
  /** `sha256` for files that plugins have a part in. */
  readonly footer: FooterType
  /** `little` unless told; the other one is for tests and foreign machines. */
  readonly byteOrder?: ByteOrder
}

/** The content does not fit the format. */
export class ManifestUnwritable extends Error {
  readonly code: string

  constructor(problem: ManifestProblem) {
    super(problem.message)
    this.name = 'ManifestUnwritable'
    this.code = problem.code
  }
}

/** A tool with everything of it that is bytes already. */
interface EncodedTool {
  readonly tool: CompiledTool
  /** Name, one-liner, group. */
  readonly texts: readonly Uint8Array[]
  readonly detail: Uint8Array
}

/** Throws `ManifestUnwritable`; ask `findUnwritable` for each tool that came from outside, and leave it out. */
export function writeManifest(content: ManifestContent): Uint8Array {
  const order = content.byteOrder ?? 'little'
  const router = checkedRouter(content.router)
  const tools = sortedTools(content.tools).map((tool): EncodedTool => {
    const texts = [tool.name, tool.oneLiner, tool.group].map((text) => Buffer.from(text, 'utf8'))
    return { tool, texts, detail: detailBytes(tool, order) }
  })
  const writer = new ByteWriter(order)
  const detailsOffset = writeHeader(writer, content, tools)
  let detailOffset = detailsOffset
  for (const one of tools) {
    writeEntry(writer, one, detailOffset)
    detailOffset += one.detail.length
  }
  for (const one of tools) writer.bytes(one.detail)
  if (router !== undefined) writer.bytes(router)
  const covered = writer.done()
  writer.u8(FOOTERS[content.footer].code)
  if (content.footer === 'crc32') writer.u32(crc32(covered))
  else writer.bytes(sha256(covered))
  return writer.done()
}

/** Why this tool cannot stand in a manifest; undefined: it can. */
export function findUnwritable(tool: CompiledTool): ManifestProblem | undefined {
  const problem = (message: string): ManifestProblem => ({ code: 'bad_tool', message })
  if (tool.name === '') return problem('A tool has no name; give it one.')
  for (const [field, text] of Object.entries({
    name: tool.name,
    oneLiner: tool.oneLiner,
    group: tool.group,
  })) {
    if (!text.isWellFormed())
      return problem(`The ${field} of \`${tool.name}\` is not well-formed Unicode; correct it.`)
    if (Buffer.byteLength(text) > 0xffff) {
      return problem(`The ${field} of \`${tool.name.slice(0, 80)}\` is longer than 65,535 bytes; shorten it.`)
    }
  }
  if (!Number.isInteger(tool.priority) || tool.priority < 0 || tool.priority > 255) {
    return problem(
      `The priority of \`${tool.name}\` is \`${tool.priority}\`; it must be a whole number from 0 to 255.`,
    )
  }
  if (!RISKS.includes(tool.risk)) {
    return problem(`The risk of \`${tool.name}\` is \`${tool.risk}\`; it must be one of ${RISKS.join(', ')}.`)
  }
  if (!/^[0-9a-f]{64}$/.test(tool.contentHash)) {
    return problem(
      `The content hash of \`${tool.name}\` is not 64 hexadecimal digits; make it with \`contentHashOf\`.`,
    )
  }
  try {
    detailBytes(tool, 'little')
    return undefined
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    return problem(`The tool \`${tool.name}\` holds what JSON cannot: ${error.message}.`)
  }
}

/** The tool with its hash, or why it cannot stand in a manifest: what came from outside may be nothing that can be hashed. */
export function hashedTool(tool: UnhashedTool): CompiledTool | ManifestProblem {
  const unwritable = findUnwritable({ ...tool, contentHash: '0'.repeat(CONTENT_HASH_BYTES * 2) })
  return unwritable ?? { ...tool, contentHash: contentHashOf(tool) }
}

// Names are sorted by their UTF-8 bytes: an order that needs no table of any language.
function sortedTools(tools: readonly CompiledTool[]): readonly CompiledTool[] {
  for (const tool of tools) {
    const problem = findUnwritable(tool)
    if (problem !== undefined) throw new ManifestUnwritable(problem)
  }
  const sorted = [...tools].sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
  for (const [index, tool] of sorted.entries()) {
    if (tool.name !== sorted[index - 1]?.name) continue
    throw new ManifestUnwritable({
      code: 'duplicate_tool',
      message: `The tool \`${tool.name}\` stands twice; leave one of them out.`,
    })
  }
  return sorted
}

function checkedRouter(router: Uint8Array | undefined): Uint8Array | undefined {
  if (router === undefined || (router.length > 0 && router.length <= ROUTER_LIMIT_BYTES)) return router
  const message = `The router chunk has ${router.length} bytes; it must have 1 to ${ROUTER_LIMIT_BYTES}.`
  throw new ManifestUnwritable({ code: 'bad_router', message })
}

/** Gives the offset of the first detail. */
function writeHeader(writer: ByteWriter, content: ManifestContent, tools: readonly EncodedTool[]): number {
  const { router } = content
  const indexBytes = tools.reduce((sum, one) => sum + ENTRY_FIXED_BYTES + sizeOf(one.texts), 0)
  const detailsBytes = sizeOf(tools.map((one) => one.detail))
  const detailsOffset = HEADER_BYTES + indexBytes
  const routerBytes = router?.length ?? 0
  writer.bytes(MAGIC)
  writer.u16(ORDER_MARK)
  writer.u16(FORMAT_VERSION)
  writer.u32(router === undefined ? 0 : FLAG_ROUTER)
  writer.u32(tools.length)
  writer.u32(HEADER_BYTES)
  writer.u32(indexBytes)
  writer.u32(detailsOffset)
  writer.u32(detailsBytes)
  writer.u32(router === undefined ? 0 : detailsOffset + detailsBytes)
  writer.u32(routerBytes)
  writer.u32(router === undefined ? 0 : crc32(router))
  writer.u32(0)
  writer.u64(content.builtAt)
  writer.u64(detailsOffset + detailsBytes + routerBytes + 1 + FOOTERS[content.footer].digestBytes)
  return detailsOffset
}

function writeEntry(writer: ByteWriter, { tool, texts, detail }: EncodedTool, detailOffset: number): void {
  writer.u32(ENTRY_FIXED_BYTES - 4 + sizeOf(texts))
  writer.u32(detailOffset)
  writer.u32(detail.length)
  writer.u32(crc32(detail))
  writer.u8(tool.priority)
  writer.u8(RISKS.indexOf(tool.risk))
  for (const text of texts) writer.u16(text.length)
  writer.bytes(Buffer.from(tool.contentHash, 'hex'))
  for (const text of texts) writer.bytes(text)
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}
