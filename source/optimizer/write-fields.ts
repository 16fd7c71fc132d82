// Asks a model to fill fields with texts, under the grammar of a call: nothing else can be written.
import type { CallState, Engine } from '../contracts/engine.ts'
import { type JsonObject, type JsonSchema, parseJsonObject } from '../contracts/json.ts'

export interface FieldsRequest {
  /** What stands before: a system text and worked examples. */
  readonly state: CallState
  readonly message: string
  /** Longest text of each field, in characters, in the order in which they are written. */
  readonly fields: ReadonlyMap<string, number>
  readonly maxTokens: number
  /** The state stands on the disk meanwhile, for answers that take turns with those in another state. */
  readonly persist?: boolean
}

/** What was written for each field; of an answer that was cut short those that were finished. */
export async function writeFields(
  engine: Engine,
  { state, message, fields, maxTokens, persist = false }: FieldsRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const names = [...fields.keys()]
  const parameters: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(
      [...fields].map(([name, maxLength]): [string, JsonSchema] => [name, { type: 'string', maxLength }]),
    ),
    required: names,
  }
  await engine.prepareCall(state, { signal, persist })
  const written = await engine.writeCall({ state, message, opening: '', parameters, maxTokens }, signal)
  return parseJsonObject(written.text) ?? finished(written.text)
}

/** The fields before the one in which it was cut. */
function finished(text: string): JsonObject {
  for (let at = text.lastIndexOf('",'); at > 0; at = text.lastIndexOf('",', at - 1)) {
    const fields = parseJsonObject(`${text.slice(0, at + 1)}}`)
    if (fields !== undefined) return fields
  }
  return {}
}
