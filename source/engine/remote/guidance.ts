// How a server is held to a schema while it writes: each way as the fields of a request. Pure.
import type { JsonObject, JsonSchema } from '../../contracts/json.ts'

/**
 * `json_schema`: `response_format`, which OpenAI, llama-server, vLLM, Ollama and LM Studio know; `llama_schema`: the field
 * of older llama-servers; `guided_json`: that of older vLLM; `tool`: a function that must be called; `none`: it is only asked.
 */
export type Guidance = 'json_schema' | 'llama_schema' | 'guided_json' | 'tool' | 'none'

/** The fields that hold an answer to `schema`. */
export function guide(guidance: Guidance, schema: JsonSchema): JsonObject {
  // A schema holds nothing but JSON.
  const plain = schema as JsonObject
  switch (guidance) {
    case 'json_schema': {
      // OpenAI's strict mode takes only schemas without optional properties.
      const names = Object.keys(schema.properties ?? {})
      const strict = names.every((name) => schema.required?.includes(name))
      return {
        response_format: { type: 'json_schema', json_schema: { name: 'arguments', strict, schema: plain } },
      }
    }
    case 'llama_schema':
      return { json_schema: plain }
    case 'guided_json':
      return { guided_json: plain }
    case 'tool':
      return {
        tools: [
          {
            type: 'function',
            function: { name: 'write', description: 'Takes the answer.', parameters: plain },
          },
        ],
        tool_choice: { type: 'function', function: { name: 'write' } },
      }
    case 'none':
      return {}
    default:
      return guidance satisfies never
  }
}
