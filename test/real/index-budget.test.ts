// The index of tools in the head, counted by the tokenizers of real models (their vocabularies alone are loaded): at most 200 tokens
// at every size, and where tools are left out, the tool that finds them is named. Real servers' tools come from ETHERVOX_DATA.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { getLlama, LlamaLogLevel } from 'node-llama-cpp'
import { readManifestFile } from '../../source/manifest/file.ts'
import {
  buildIndex,
  INDEX_BUDGET_TOKENS,
  type IndexedTool,
  isTooManyToName,
} from '../../source/prompt/index-tiers.ts'
import { randomFrom } from '../helpers/kill/harness.ts'
import { publicData } from '../helpers/public-data.ts'
import { expectManifest } from '../manifest/sample-tools.ts'
import { LARGER, MODELS, SMALL } from './program.ts'

const SEARCH = 'tool_search'
const SIZES = [31, 50, 200, 1000]
const SAMPLES = 60
const shipped = expectManifest(readManifestFile(join(import.meta.dirname, '../../dist/tools.bin'))).entries
const catalogue = publicData('mcp-catalogue/tools.jsonl')

type Count = (texts: readonly string[]) => Promise<readonly number[]>

for (const id of [SMALL, LARGER]) {
  test(`the index by the tokenizer of ${id}`, async (t) => {
    const path = join(MODELS, `${id}.gguf`)
    if (!existsSync(path)) return skip(t, `there is no \`${path}\``)
    const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error })
    try {
      const model = await llama.loadModel({ modelPath: path, vocabOnly: true })
      const count: Count = async (texts) => texts.map((text) => model.tokenize(text, false).length)
      await t.test('of the shipped tools names every one', async () => {
        const index = await assertFits(shipped, count)
        t.diagnostic(`${shipped.length} shipped tools: ${sizeOf(index)}`)
        assert.ok(index.tier === 'lines' || index.tier === 'mixed', index.tier)
      })
      for (const size of SIZES)
        await t.test(`${size} tools, those beyond the shipped ones made up`, async () => {
          const index = await assertFits([...shipped, ...madeUp(size)].slice(0, size), count)
          t.diagnostic(`${size} tools, made up beyond the shipped ones: ${sizeOf(index)}`)
        })
      await t.test('tools of real servers', async (inner) => {
        if (catalogue === undefined) return skip(inner, 'ETHERVOX_DATA has no mcp-catalogue/tools.jsonl')
        const real = readCatalogue(readFileSync(catalogue, 'utf8'))
        for (const size of SIZES) {
          const index = await assertFits([...shipped, ...real, ...madeUp(size)].slice(0, size), count)
          t.diagnostic(`${size} tools, of real servers beyond the shipped ones: ${sizeOf(index)}`)
        }
        await assertThresholdHolds(real, count)
      })
      await t.test('made-up tools, as many as can just be named', () =>
        assertThresholdHolds(madeUp(300), count),
      )
      await model.dispose()
    } finally {
      await llama.dispose()
    }
  })
}

/** As docs/lanes.md has it. */
function sizeOf({ tokens, tier }: { readonly tokens: number; readonly tier: string }): string {
  return `${tokens} tokens (${tier})`
}

async function assertFits(tools: readonly IndexedTool[], count: Count) {
  const search = isTooManyToName(tools, INDEX_BUDGET_TOKENS) ? SEARCH : undefined
  const index = await buildIndex(tools, INDEX_BUDGET_TOKENS, count, search)
  const [tokens = Number.POSITIVE_INFINITY] = await count([index.text])
  assert.ok(tokens <= INDEX_BUDGET_TOKENS, `${tools.length} tools: ${tokens} tokens`)
  assert.equal(index.tokens, tokens)
  const leavesOut = index.tier === 'groups' || index.tier === 'none'
  assert.equal(index.text.includes(`name="${SEARCH}"`), leavesOut, `${tools.length} tools: ${index.tier}`)
  return index
}

/** Sets that are just not too many to be named are named by this tokenizer. */
async function assertThresholdHolds(pool: readonly IndexedTool[], count: Count): Promise<void> {
  const random = randomFrom(7)
  for (let sample = 0; sample < SAMPLES; sample++) {
    const mixed = pool.map((tool) => ({ tool, at: random() })).sort((a, b) => a.at - b.at)
    const tools: IndexedTool[] = []
    for (const { tool } of mixed) {
      if (isTooManyToName([...tools, tool], INDEX_BUDGET_TOKENS)) break
      tools.push(tool)
    }
    await assertFits(tools, count)
  }
}

/** Names as people give them, in many groups. */
function madeUp(amount: number): readonly IndexedTool[] {
  const random = randomFrom(amount)
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? ''
  return Array.from({ length: amount }, (_, at) => {
    const group = `${pick(['mail', 'crm', 'wiki', 'billing', 'kubernetes', 'calendar', 'photos', 'sap'])}${at % 60}`
    const verb = pick(['list', 'create', 'get', 'delete', 'sync', 'archive', 'getAll', 'bulkUpdate'])
    const thing = pick(['invoice', 'contact', 'page', 'namespace', 'event', 'album', 'purchase_order'])
    return { name: `${group}_${verb}_${thing}_${at}`, oneLiner: `${verb} a ${thing}`, group, priority: 128 }
  })
}

function readCatalogue(text: string): readonly IndexedTool[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { server: string; name: string; description: string })
    .map(({ server, name, description }) => {
      const [oneLiner = ''] = description.split('\n')
      return { name, oneLiner, group: server, priority: 128 }
    })
}

function skip(t: TestContext, reason: string): void {
  process.stderr.write(`skipped: ${t.name}: ${reason}\n`)
  t.skip(reason)
}
