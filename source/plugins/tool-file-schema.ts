// What the front matter of a tool's file may have, as a schema: `tool-file.ts` says each fault with its place.

const TEXTS = { type: 'array', items: { type: 'string', pattern: '\\S' } } as const
const ARGUMENTS = { type: 'object' } as const

const PARAMETER = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' },
    type: { enum: ['string', 'number', 'integer', 'boolean', 'array', 'object'] },
    description: { type: 'string', pattern: '\\S', maxLength: 200 },
    required: { type: 'boolean' },
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    min: { type: 'number' },
    max: { type: 'number' },
    pattern: { type: 'string' },
    items: { type: 'object' },
    default: {},
    from: { const: 'message' },
    ask: { type: 'string', pattern: '\\S' },
  },
  required: ['name', 'type', 'description'],
  additionalProperties: false,
} as const

/** Everything above the prose. */
export const FRONT_MATTER = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-z][a-z0-9_]{1,63}$' },
    title: { type: 'string', pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$', maxLength: 60 },
    description: { type: 'string', pattern: '\\S', maxLength: 300 },
    group: { type: 'string', pattern: '^[a-z][a-z0-9_ -]{0,39}$' },
    risk: { enum: ['read', 'write', 'execute', 'network'] },
    version: { type: ['string', 'number'] },
    priority: { type: 'integer', minimum: 0, maximum: 255 },
    parameters: { type: 'array', items: PARAMETER, maxItems: 20 },
    examples: TEXTS,
    model_examples: TEXTS,
    few_shots: {
      type: 'array',
      items: {
        type: 'object',
        properties: { user: { type: 'string', pattern: '\\S' }, arguments: ARGUMENTS },
        required: ['user', 'arguments'],
        additionalProperties: false,
      },
    },
    triggers: {
      type: 'array',
      items: {
        type: 'object',
        properties: { pattern: { type: 'string', pattern: '\\S' }, arguments: ARGUMENTS },
        required: ['pattern'],
        additionalProperties: false,
      },
    },
    tests: {
      type: 'array',
      items: {
        type: 'object',
        properties: { arguments: ARGUMENTS, contains: TEXTS, fails: { type: 'string' } },
        required: ['arguments'],
        additionalProperties: false,
      },
    },
    deprecated: {
      type: 'object',
      properties: {
        since: { type: 'string', pattern: '\\S' },
        use: { type: 'string', pattern: '\\S' },
      },
      required: ['since', 'use'],
      additionalProperties: false,
    },
  },
  required: ['name', 'title', 'description', 'group'],
  additionalProperties: false,
} as const

/** One parameter as it is written. */
export interface WrittenParameter {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly required?: boolean
  readonly enum?: readonly unknown[]
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly items?: object
  readonly default?: unknown
  readonly from?: 'message'
  readonly ask?: string
}
