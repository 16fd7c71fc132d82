// What a server says of its results, held against them by the SDK. Schema and value are both the server's, so the SDK's own check,
// which has no time limit, would hang on a pattern that never ends.
import type { ClientOptions } from '@modelcontextprotocol/client'
import { compileSchema, findSchemaFault } from '../lib/json-schema.ts'

/** Throws for a schema that cannot be used, as the SDK's own does. */
export const OUTPUT_CHECK: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: <T>(schema: object) => {
    const fault = findSchemaFault(schema)
    if (fault !== undefined) throw new Error(fault.message)
    const check = compileSchema(schema)
    return (value: unknown) => {
      const broken = check(value)
      return broken.length === 0
        ? { valid: true as const, data: value as T, errorMessage: undefined }
        : {
            valid: false as const,
            data: undefined,
            errorMessage: broken.map(({ message }) => message).join(' '),
          }
    }
  },
}
