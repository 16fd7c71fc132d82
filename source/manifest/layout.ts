/** The numbers of FORMAT.md, and nothing else: whoever changes one changes that page and `FORMAT_VERSION`. */
import type { Risk } from '../contracts/tool.ts'

/** The first four bytes of every manifest, the same in both byte orders. */
export const MAGIC = Buffer.from('ETOL', 'latin1')
/** Written as a u16 in the file's own order: `FF FE` is little, `FE FF` is big. */
export const ORDER_MARK = 0xfeff
export const FORMAT_VERSION = 1

export const HEADER_BYTES = 64

/** Byte offsets of the header's fields. */
export const HEADER = {
  magic: 0,
  orderMark: 4,
  version: 6,
  flags: 8,
  toolCount: 12,
  indexOffset: 16,
  indexBytes: 20,
  detailsOffset: 24,
  detailsBytes: 28,
  routerOffset: 32,
  routerBytes: 36,
  routerCrc: 40,
  reserved: 44,
  builtAt: 48,
  fileSize: 56,
} as const

/** Bit 0 of `flags`: a router chunk follows the details. All other bits are zero. */
export const FLAG_ROUTER = 1

/** An index entry without its three texts, its own length prefix included. */
export const ENTRY_FIXED_BYTES = 56

/** Bytes of a tool's content hash in the index. */
export const CONTENT_HASH_BYTES = 32

/** Largest router chunk: 1.5 MiB. */
export const ROUTER_LIMIT_BYTES = 1_572_864

/** Largest file that is read into memory: 256 MiB, a thousand times what 1,000 tools need. */
export const FILE_LIMIT_BYTES = 268_435_456

export type FooterType = 'crc32' | 'sha256'

/** Type byte and length of the digest behind it. */
export const FOOTERS: {
  readonly [type in FooterType]: { readonly code: number; readonly digestBytes: number }
} = {
  crc32: { code: 1, digestBytes: 4 },
  sha256: { code: 2, digestBytes: 32 },
}

/** A risk's code is its place in this list. */
export const RISKS: readonly Risk[] = ['read', 'write', 'execute', 'network']

/** Tags of values inside details. */
export const TAG = {
  null: 0,
  false: 1,
  true: 2,
  int32: 3,
  float64: 4,
  utf8: 5,
  utf16: 6,
  array: 7,
  object: 8,
} as const

/** Values nest at most this deep, so that no file can exhaust the stack. */
export const DEPTH_LIMIT = 128

/** Code of a member name that stands in full behind its code. */
export const LITERAL_NAME = 0

/**
 * Member names with a code of one byte: a name's code is its place here plus one. Append only; the page lists them.
 * JSON Schema's keywords (draft 2020-12 and the older `definitions`), and the fields of few-shots and triggers.
 */
export const NAMES: readonly string[] = [
  ...[
    'type',
    'description',
    'properties',
    'required',
    'items',
    'enum',
    'default',
    'minimum',
    'maximum',
    'pattern',
  ],
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'uniqueItems',
    'additionalProperties',
    'title',
    'format',
  ],
  ...[
    'const',
    'examples',
    'anyOf',
    'oneOf',
    'allOf',
    'not',
    '$ref',
    '$defs',
    'definitions',
    '$schema',
    '$id',
  ],
  ...[
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minProperties',
    'maxProperties',
    'patternProperties',
  ],
  ...['propertyNames', 'prefixItems', 'contains', 'if', 'then', 'else', 'dependentRequired', 'nullable'],
  ...['deprecated', 'readOnly', 'writeOnly', 'user', 'arguments'],
]
