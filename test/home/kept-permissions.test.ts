// What was allowed for always to a tool from outside, through whole sessions: it is for the tool as it was.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import type { McpServer, McpTool } from '../../source/contracts/mcp.ts'
import { KeptLists } from '../../source/mcp/kept-lists.ts'
import { writeMcp } from '../helpers/mcp-home.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const FELL = /^What you had allowed `\w+` is taken back/

/** Calls it in a session of its own; gives whether it asked, and what was said of a permission that fell. */
async function callOnce(home: string, tool: string, allowsFirst: boolean) {
  const { session, events } = await openTestSession({ home, interactive: true })
  if (allowsFirst) await session.submit(`/approvals allow ${tool}`)
  let asked = false
  const leave = session.subscribe(() => {
    const { pending } = session.approvals
    if (pending === undefined) return
    asked = true
    queueMicrotask(() => session.approvals.decide(pending.call, { decision: 'denied' }))
  })
  await session.submit(`/call ${tool} {"text": "abc"}`)
  leave()
  await session.close()
  const fell = events.filter((event) => event.type === 'notice' && event.code === 'permission_fell')
  for (const event of fell) assert.match('message' in event ? event.message : '', FELL)
  const settings = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'))
  return { asked, fell: fell.length, kept: settings.allowedCalls.length, whole: settings.allowedTools }
}

const HELD = { asked: false, fell: 0, kept: 1 }
const FALLEN = { asked: true, fell: 1, kept: 0 }
const ASKS = { asked: true, fell: 0, kept: 0 }

async function holdsUntil(home: string, tool: string, change: () => void): Promise<void> {
  const held = await callOnce(home, tool, true)
  assert.deepEqual({ ...held, whole: undefined }, { ...HELD, whole: undefined })
  assert.deepEqual(held.whole ?? [], [])
  for (const [step, expected] of [
    [() => undefined, HELD],
    [change, FALLEN],
    [() => undefined, ASKS],
  ] as const) {
    step()
    const { whole: _, ...seen } = await callOnce(home, tool, false)
    assert.deepEqual(seen, expected)
  }
}

const MARKDOWN = (code: string, more = '') => `---
name: shout
title: Shout a text
description: Says a text loudly.
group: text
risk: execute
${more}parameters:
  - name: text
    type: string
    description: what is said
examples:
  - shout hello
---
\`\`\`sh
${code}
\`\`\`
`

const CHANGES: { readonly [what: string]: string } = {
  'its code': MARKDOWN('echo other'),
  'its version': MARKDOWN('echo one', 'version: 2.0.0\n'),
  'its words': MARKDOWN('echo one').replace('loudly', 'quietly'),
}

for (const [what, changed] of Object.entries(CHANGES))
  test(`what a tool file was allowed for always falls with ${what}, and is said once`, async () => {
    const home = temporaryFolder('home')
    const file = join(home, 'tools', 'shout.md')
    mkdirSync(join(home, 'tools'))
    writeFileSync(file, MARKDOWN('echo one'))
    await holdsUntil(home, 'shout', () => writeFileSync(file, changed))
    rmSync(home, { recursive: true, force: true })
  })

const SERVER: McpServer = {
  name: 'hand',
  transport: { type: 'stdio', command: 'no-such-program', args: [], env: {}, cwd: undefined },
  isEnabled: true,
  connectMs: 15_000,
  callMs: 60_000,
}
const inputSchema: JsonSchema = { type: 'object', properties: { text: { type: 'string' } } }
const OFFERED: McpTool = { name: 'do', description: 'Does it', inputSchema }

function keep(home: string, tool: McpTool, args: readonly string[] = []): void {
  writeMcp(home, { hand: { command: 'no-such-program', args } })
  const transport = { ...SERVER.transport, args } as McpServer['transport']
  assert.equal(new KeptLists(join(home, 'mcp')).write({ ...SERVER, transport }, [tool]), undefined)
}

const OTHERS: { readonly [what: string]: readonly [McpTool, (readonly string[])?] } = {
  'its description': [{ ...OFFERED, description: 'Does it all' }],
  'its schema': [{ ...OFFERED, inputSchema: { ...inputSchema, required: ['text'] } }],
  'the command of its server': [OFFERED, ['--everything']],
}

for (const [what, changed] of Object.entries(OTHERS))
  test(`what a tool of a server was allowed for always falls with ${what}, and is said once`, async () => {
    const home = temporaryFolder('home')
    keep(home, OFFERED)
    await holdsUntil(home, 'hand_do', () => keep(home, ...changed))
    rmSync(home, { recursive: true, force: true })
  })
