import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { HEADER_BYTES } from '../../source/manifest/layout.ts'
import { readManifest } from '../../source/manifest/reader.ts'
import { contentHashOf } from '../../source/manifest/tool-bytes.ts'
import { findUnwritable, ManifestUnwritable, writeManifest } from '../../source/manifest/writer.ts'
import { publicData } from '../helpers/public-data.ts'
import { BUILT_AT, expectManifest, readAll, sampleTool } from './sample-tools.ts'

const SCHEMAS_31 = new URL('../cases/schemas31.json', import.meta.url)
const CATALOGUE = publicData('mcp-catalogue/tools.jsonl')

const tools = [
  sampleTool('weather'),
  sampleTool('alarm', { priority: 255, risk: 'execute' }),
  sampleTool('alarm_off'),
]
const router = Buffer.from('weights of the router')

function schemaThere(name: string, parameters: JsonSchema): JsonSchema {
  const bytes = writeManifest({
    tools: [sampleTool(name, { parameters })],
    builtAt: BUILT_AT,
    footer: 'crc32',
  })
  const [tool] = readAll(expectManifest(readManifest(bytes)))
  return tool?.parameters ?? {}
}

describe('a manifest that was written', () => {
  test('is read with every field of every tool, sorted by name', () => {
    const manifest = expectManifest(
      readManifest(writeManifest({ tools, router, builtAt: BUILT_AT, footer: 'crc32' })),
    )
    assert.equal(manifest.builtAt, BUILT_AT)
    assert.deepEqual(readAll(manifest), [tools[1], tools[2], tools[0]])
    assert.deepEqual(manifest.router(), router)
  })

  test('is read the same in both byte orders and with both footers', () => {
    const variants = (['little', 'big'] as const).flatMap((byteOrder) =>
      (['crc32', 'sha256'] as const).map((footer) =>
        expectManifest(readManifest(writeManifest({ tools, router, builtAt: BUILT_AT, footer, byteOrder }))),
      ),
    )
    const [first] = variants
    for (const one of variants) {
      assert.deepEqual(readAll(one), [tools[1], tools[2], tools[0]])
      assert.equal(one.contentHash, first?.contentHash)
      assert.equal(one.builtAt, BUILT_AT)
      assert.deepEqual(one.router(), router)
    }
  })

  test('in the other byte order differs from the first bytes behind the magic', () => {
    const bytes = writeManifest({ tools, builtAt: BUILT_AT, footer: 'crc32', byteOrder: 'big' })
    assert.equal(Buffer.from(bytes.subarray(0, 8)).toString('hex'), '45544f4cfeff0001')
  })

  test('has no router chunk if none was given', () => {
    const manifest = expectManifest(
      readManifest(writeManifest({ tools, builtAt: BUILT_AT, footer: 'crc32' })),
    )
    assert.equal(manifest.router(), undefined)
  })

  test('keeps what a deprecated tool is replaced by, and its hash tells', () => {
    const deprecated = { since: '0.2', use: 'weather' }
    const old = sampleTool('forecast', { deprecated })
    const bytes = writeManifest({ tools: [old, ...tools], builtAt: BUILT_AT, footer: 'crc32' })
    const read = readAll(expectManifest(readManifest(bytes)))
    assert.deepEqual(
      read.find(({ name }) => name === 'forecast'),
      old,
    )
    assert.equal('deprecated' in (read.find(({ name }) => name === 'weather') ?? {}), false)
    const hashes = [
      old,
      sampleTool('forecast'),
      sampleTool('forecast', { deprecated: { since: '0.3', use: 'weather' } }),
    ]
    assert.equal(new Set(hashes.map((one) => one.contentHash)).size, 3)
  })

  test('may be empty', () => {
    const bytes = writeManifest({ tools: [], builtAt: 0, footer: 'crc32' })
    assert.equal(bytes.length, HEADER_BYTES + 5)
    assert.deepEqual(expectManifest(readManifest(bytes)).entries, [])
  })

  test('names a tool that it does not have', () => {
    const manifest = expectManifest(
      readManifest(writeManifest({ tools, builtAt: BUILT_AT, footer: 'crc32' })),
    )
    const answer = manifest.detail('wether')
    assert.ok('code' in answer)
    assert.equal(answer.code, 'unknown_tool')
    assert.match(answer.message, /`wether`/)
  })

  test('is read from a view into the middle of other bytes', () => {
    const bytes = writeManifest({ tools, router, builtAt: BUILT_AT, footer: 'sha256' })
    const around = Buffer.concat([Buffer.alloc(7, 1), bytes, Buffer.alloc(9, 2)])
    const manifest = expectManifest(readManifest(around.subarray(7, 7 + bytes.length)))
    assert.deepEqual(readAll(manifest), [tools[1], tools[2], tools[0]])
  })
})

describe('parameters', () => {
  test('of the 31 tools survive to the byte', () => {
    const all: { name: string; parameters: JsonSchema }[] = JSON.parse(readFileSync(SCHEMAS_31, 'utf8'))
    assert.equal(all.length, 31)
    for (const { name, parameters } of all) {
      assert.equal(JSON.stringify(schemaThere(name, parameters)), JSON.stringify(parameters), name)
    }
  })

  test('of 527 tools of real servers survive to the byte, in one file', {
    skip: !CATALOGUE && 'ETHERVOX_DATA has no mcp-catalogue/tools.jsonl',
  }, () => {
    const all: { server: string; name: string; inputSchema: JsonSchema }[] = readFileSync(
      CATALOGUE ?? '',
      'utf8',
    )
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const written = all.map((one) => sampleTool(`${one.server}/${one.name}`, { parameters: one.inputSchema }))
    const read = readAll(
      expectManifest(readManifest(writeManifest({ tools: written, builtAt: BUILT_AT, footer: 'sha256' }))),
    )
    assert.equal(read.length, 527)
    const schemas = new Map(read.map((tool) => [tool.name, JSON.stringify(tool.parameters)]))
    for (const { name, parameters } of written)
      assert.equal(schemas.get(name), JSON.stringify(parameters), name)
  })

  test('keep everything that JSON Schema can say, and what it cannot', () => {
    const odd: JsonSchema = JSON.parse(`{
      "zeta": {"x-order": [3, 2, 1]}, "type": ["object", "null"], "$schema": "http://json-schema.org/draft-07/schema#",
      "properties": {
        "type": {"type": "string", "minLength": 0, "maxLength": 9007199254740993, "pattern": "^\\\\p{L}+$"},
        "10": {"enum": [null, true, false, 0, -1, 1.5, 1e300, -2147483648, 2147483648, "", {"a": []}, [[]]]},
        "__proto__": {"const": {"__proto__": 1, "constructor": 2}}, "": {"default": ""},
        "größe ☃ 🎈": {"description": "emoji 🎈, zero \\u0000, half \\ud83d, high \\uffff"}, "half \\udc00": {},
        "list": {"type": "array", "items": {"$ref": "#/$defs/node"}, "prefixItems": [{}], "uniqueItems": true}
      },
      "$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}}, "additionalProperties": {"type": "number"}}},
      "if": {"required": ["list"]}, "then": {"minProperties": 2}, "else": false, "additionalProperties": false,
      "required": []
    }`)
    const read = schemaThere('odd', odd)
    assert.equal(JSON.stringify(read), JSON.stringify(odd))
    assert.deepEqual(read, odd)
    assert.equal(Object.getPrototypeOf(read.properties), Object.prototype)
  })

  test('keep minus zero and the smallest and largest numbers', () => {
    const values = [-0, 0, 5e-324, 1.7976931348623157e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 + 2]
    assert.deepEqual(schemaThere('numbers', { enum: values }).enum, values)
  })

  test('that are undefined are left out, as in JSON', () => {
    assert.deepEqual(schemaThere('gaps', { type: 'object', title: undefined }), { type: 'object' })
  })
})

describe('a content hash', () => {
  const base = sampleTool('weather')

  test('changes with everything that the tool says of itself', () => {
    const properties = { city: { type: 'string', default: 'Łódź' }, days: { type: 'integer', minimum: 1 } }
    const changed = [
      sampleTool('weather2'),
      sampleTool('weather', { oneLiner: 'other' }),
      sampleTool('weather', { group: 'other' }),
      sampleTool('weather', { priority: 129 }),
      sampleTool('weather', { risk: 'write' }),
      sampleTool('weather', { description: 'other' }),
      sampleTool('weather', { parameters: { ...base.parameters, properties } }),
      sampleTool('weather', { examples: [] }),
      sampleTool('weather', { fewShots: [] }),
      sampleTool('weather', { triggers: [] }),
    ]
    assert.equal(new Set([base, ...changed].map((tool) => tool.contentHash)).size, changed.length + 1)
    assert.equal(contentHashOf(base), base.contentHash)
  })

  test('of a manifest changes with a tool and with the weights, not with the build time', () => {
    const hashOf = (content: Partial<Parameters<typeof writeManifest>[0]>) =>
      expectManifest(
        readManifest(writeManifest({ tools, router, builtAt: BUILT_AT, footer: 'crc32', ...content })),
      ).contentHash
    const first = hashOf({})
    assert.match(first, /^[0-9a-f]{64}$/)
    assert.equal(hashOf({ builtAt: BUILT_AT + 1 }), first)
    assert.notEqual(hashOf({ tools: tools.slice(1) }), first)
    assert.notEqual(hashOf({ router: undefined }), first)
    assert.notEqual(hashOf({ router: Buffer.from('other weights') }), first)
  })
})

describe('the writer', () => {
  test('gives the same bytes for the same tools in any order', () => {
    const write = (list: typeof tools) =>
      writeManifest({ tools: list, router, builtAt: BUILT_AT, footer: 'crc32' })
    assert.deepEqual(write([...tools].reverse()), write(tools))
  })

  test('refuses what the format cannot hold, with the value', () => {
    const refusals: [ReturnType<typeof sampleTool>, RegExp][] = [
      [{ ...tools[0], name: '' } as never, /no name/],
      [sampleTool('half', { oneLiner: 'half \ud83d' }), /oneLiner of `half` is not well-formed/],
      [sampleTool('long', { group: 'é'.repeat(32_768) }), /group of `long` is longer than 65,535/],
      [sampleTool('eager', { priority: 256 }), /priority of `eager` is `256`/],
      [sampleTool('bold', { risk: 'delete' as never }), /risk of `bold` is `delete`/],
      [{ ...sampleTool('forged'), contentHash: 'abc' }, /content hash of `forged`/],
    ]
    for (const [tool, message] of refusals) {
      assert.match(findUnwritable(tool)?.message ?? '', message)
      assert.throws(() => writeManifest({ tools: [tool], builtAt: 0, footer: 'crc32' }), ManifestUnwritable)
    }
  })

  test('refuses values that JSON does not have', () => {
    const cycle: { [name: string]: unknown } = {}
    cycle.self = cycle
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, () => 1, 1n, Symbol('s'), new Date(0), cycle]) {
      const tool = { ...sampleTool('odd'), parameters: { default: bad } as never }
      assert.match(findUnwritable(tool)?.message ?? '', /`odd` holds what JSON cannot/)
    }
  })

  test('refuses two tools of one name, and weights that are empty or too many', () => {
    const [tool] = tools
    assert.ok(tool)
    const write = (content: object) => () =>
      writeManifest({ tools: [tool], builtAt: 0, footer: 'crc32', ...content })
    assert.throws(write({ tools: [tool, tool] }), {
      code: 'duplicate_tool',
      message: /`weather` stands twice/,
    })
    assert.throws(write({ router: new Uint8Array(0) }), { code: 'bad_router' })
    assert.throws(write({ router: new Uint8Array(1_572_865) }), { code: 'bad_router', message: /1572865/ })
  })
})

test('a thousand tools are written and read', () => {
  const thousand = Array.from({ length: 1000 }, (_, index) =>
    sampleTool(`tool_${String(index).padStart(4, '0')}`),
  )
  const read = readAll(
    expectManifest(readManifest(writeManifest({ tools: thousand, builtAt: 1, footer: 'crc32' }))),
  )
  assert.deepEqual(read, thousand)
})
