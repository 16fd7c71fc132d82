/** Keywords that nothing of ours knows, in an order of their own. */
export const STRANGE_SCHEMA = {
  type: 'object',
  properties: {
    zeta: { type: 'string', format: 'zeta', 'x-vendor': { deep: [1, null, 'é'] }, minLength: 2 },
    alpha: { oneOf: [{ type: 'integer', exclusiveMinimum: 3 }, { const: null }] },
    nested: {
      type: 'object',
      additionalProperties: { $ref: '#/$defs/leaf' },
      patternProperties: { '^a[\\w-]$': true },
    },
  },
  required: ['zeta'],
  additionalProperties: false,
  $defs: { leaf: { type: ['number', 'null'], multipleOf: 0.5, default: 1.5 } },
} as const
