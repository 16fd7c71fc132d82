// What the file of a composite may have, as a schema: `composite-file.ts` says each fault with its place.
const TEXTS = { type: 'array', items: { type: 'string', pattern: '\\S' } } as const
const ARGUMENTS = { type: 'object' } as const
const CALL = {
  type: 'object',
  properties: { tool: { type: 'string', pattern: '\\S' }, arguments: ARGUMENTS },
  required: ['tool'],
  additionalProperties: false,
} as const
const STEP = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' },
    tool: { type: 'string', pattern: '\\S' },
    arguments: ARGUMENTS,
    when: { type: 'string', pattern: '\\S' },
    on_error: { enum: ['stop', 'continue'] },
    fallback: CALL,
    undo: CALL,
  },
  required: ['id', 'tool'],
  additionalProperties: false,
} as const

/** The longest that may be in one file. */
export const MOST_STEPS = 20
export const MOST_PARAMETERS = 20

/** All of a file. */
export const COMPOSITE_FILE = {
  type: 'object',
  properties: {
    title: { type: 'string', pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$', maxLength: 60 },
    description: { type: 'string', pattern: '\\S', maxLength: 300 },
    group: { type: 'string', pattern: '^[a-z][a-z0-9_ -]{0,39}$' },
    priority: { type: 'integer', minimum: 0, maximum: 255 },
    version: { type: ['string', 'number'] },
    parameters: {
      type: 'object',
      propertyNames: { pattern: '^[a-z][a-z0-9_]{0,39}$' },
      additionalProperties: {
        type: 'object',
        properties: {
          type: { enum: ['string', 'number', 'integer', 'boolean', 'array', 'object'] },
          description: { type: 'string', pattern: '\\S', maxLength: 200 },
          enum: { type: 'array', minItems: 1, uniqueItems: true },
          minimum: { type: 'number' },
          maximum: { type: 'number' },
          pattern: { type: 'string' },
          items: { type: 'object' },
          default: {},
          from: { const: 'message' },
        },
        required: ['type', 'description'],
        additionalProperties: false,
      },
      maxProperties: MOST_PARAMETERS,
    },
    examples: TEXTS,
    steps: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_STEPS,
      items: {
        if: { type: 'object', required: ['parallel'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: {
          type: 'object',
          properties: { parallel: { type: 'array', minItems: 2, maxItems: 8, items: STEP } },
          additionalProperties: false,
        },
        else: STEP,
      },
    },
    say: { type: 'string', pattern: '\\S', maxLength: 1_000 },
    tests: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          arguments: ARGUMENTS,
          results: { type: 'object' },
          failures: { type: 'object', additionalProperties: { type: 'string' } },
          calls: { type: 'array', items: CALL },
          contains: TEXTS,
          fails: { type: 'string' },
        },
        required: ['arguments'],
        additionalProperties: false,
      },
    },
  },
  required: ['title', 'description', 'steps'],
  additionalProperties: false,
} as const
