/** Any value that JSON can carry. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** A JSON object; the arguments of a call are one. */
export type JsonObject = { readonly [key: string]: JsonValue }

/** A JSON Schema (draft 2020-12 keywords; unknown keywords are kept, never dropped). */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly JsonValue[]
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly maxLength?: number
  readonly items?: JsonSchema
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: readonly string[]
  readonly default?: JsonValue
  readonly [keyword: string]: unknown
}

/** Whether a text is JSON, of whatever kind. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The JSON object in `text`; undefined when it is not JSON, or not an object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}
