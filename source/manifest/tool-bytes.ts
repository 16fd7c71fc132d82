/** What a tool says of itself as bytes: its detail, and the hash over everything. */
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type {
  CompiledTool,
  Deprecation,
  EarlierCall,
  FewShot,
  ToolDetail,
  Trigger,
} from '../contracts/manifest.ts'
import { BadBytes, type ByteOrder, type ByteReader, ByteWriter } from '../lib/byte-cursor.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { readValue, writeValue } from './json-value.ts'

/** A tool whose content hash is still to be made. */
export type UnhashedTool = Omit<CompiledTool, 'contentHash'>

/**
 * SHA-256 (hex) over the canonical encoding of everything that the tool says: name, one-liner, group, priority, risk,
 * description, parameters, examples, few-shots, triggers, deprecation, version (FORMAT.md, "Hashes"). The order of properties counts, for
 * the model writes arguments in it. Throws `NotJson` where a part is not JSON.
 */
export function contentHashOf(tool: UnhashedTool): string {
  const writer = new ByteWriter('little')
  for (const part of [tool.name, tool.oneLiner, tool.group, tool.priority, tool.risk])
    writeValue(writer, part)
  writeDetail(writer, tool)
  if (tool.version !== undefined) writeValue(writer, { version: tool.version })
  return sha256Hex(writer.done())
}

/** One detail with its length prefix. Throws `NotJson`. */
export function detailBytes(tool: ToolDetail, order: ByteOrder): Buffer {
  const writer = new ByteWriter(order)
  writer.u32(0)
  writeDetail(writer, tool)
  writer.patchU32(0, writer.length - 4)
  return writer.done()
}

/** Reads the detail that fills the reader exactly. Throws `BadBytes`. */
export function readDetail(reader: ByteReader): ToolDetail {
  const at = reader.offset
  const length = reader.u32()
  if (length !== reader.left) {
    throw new BadBytes(`the detail says ${length} bytes and the index ${reader.left}`, at)
  }
  const description = readValue(reader)
  const parameters = readValue(reader)
  const examples = readValue(reader)
  const fewShots = readValue(reader)
  const triggers = readValue(reader)
  const deprecated = reader.left > 0 ? readValue(reader) : undefined
  if (reader.left > 0) throw new BadBytes(`${reader.left} bytes are left behind the detail`, reader.offset)
  if (typeof description !== 'string') throw new BadBytes('the description is not text', at)
  if (!isObject(parameters)) throw new BadBytes('the parameters are not an object', at)
  if (!isSchema(parameters))
    throw new BadBytes('a parameter is no schema, or `required` is no list of names', at)
  if (!isList(examples, isText)) throw new BadBytes('the examples are not a list of texts', at)
  if (!isList(fewShots, isFewShot)) throw new BadBytes('a few-shot lacks its request or arguments', at)
  if (!isList(triggers, isTrigger)) throw new BadBytes('a trigger lacks its pattern', at)
  const detail = { description, parameters, examples, fewShots, triggers }
  if (deprecated === undefined) return detail
  if (!isDeprecation(deprecated))
    throw new BadBytes('the deprecation lacks its version or the tool to use', at)
  return { ...detail, deprecated }
}

function writeDetail(writer: ByteWriter, tool: ToolDetail): void {
  for (const part of [tool.description, tool.parameters, tool.examples, tool.fewShots, tool.triggers]) {
    writeValue(writer, part)
  }
  if (tool.deprecated !== undefined) {
    const { since, use } = tool.deprecated
    writeValue(writer, { since, use })
  }
}

function isList<T>(value: JsonValue, isOne: (one: unknown) => one is T): value is JsonValue & readonly T[] {
  return Array.isArray(value) && value.every(isOne)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As far as it is read without a check: what each parameter is, and which are needed. */
function isSchema({ properties = {}, required = [] }: JsonObject): boolean {
  const isOne = (value: JsonValue) => isObject(value) || typeof value === 'boolean'
  return isObject(properties) && Object.values(properties).every(isOne) && isList(required, isText)
}

function isFewShot(value: unknown): value is JsonObject & FewShot {
  return (
    isObject(value) &&
    isText(value.user) &&
    isObject(value.arguments) &&
    (value.before === undefined || isEarlierCall(value.before)) &&
    (value.near === undefined || value.near === true)
  )
}

function isEarlierCall(value: unknown): value is JsonObject & EarlierCall {
  return (
    isObject(value) &&
    isText(value.message) &&
    isText(value.tool) &&
    isObject(value.arguments) &&
    isText(value.said)
  )
}

function isDeprecation(value: unknown): value is JsonObject & Deprecation {
  return isObject(value) && isText(value.since) && isText(value.use)
}

function isTrigger(value: unknown): value is JsonObject & Trigger {
  return (
    isObject(value) && isText(value.pattern) && (value.arguments === undefined || isObject(value.arguments))
  )
}
