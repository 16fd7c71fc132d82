// Messages that name a deed and do not want it, or only ask about it.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Tool } from '../../source/contracts/tool.ts'
import { deniedDeed } from '../../source/governor/denied-deed.ts'
import { isYamlProblem, parseYaml } from '../../source/lib/yaml-file.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, runTestTurn } from './turn-ports.ts'

test('what is not to be done is told from what is wanted instead, or from now on', () => {
  const not = [
    "don't set a timer for 5 minutes",
    'please do not forget memory 1',
    "stop, don't cancel the timer",
    "I don't want you to read secrets.txt",
    'I never said to delete memory 3',
    'delete memory 3? no way',
    "set a timer for 5 minutes? no, don't",
    'set a timer for 5 minutes, no do not do that',
    'you must not run shell commands like rm -rf',
    "please don't open example.com",
    "don't append anything to todo.md",
    "there's no need to delete that",
    "I'd rather you didn't delete it",
    "don't run the tests yet",
    'never write to config.json',
  ]
  const wanted = [
    "don't read a.txt, read b.txt",
    'do not delete memory 3, delete memory 4',
    "don't convert anything yet. I'd only like to learn what unit_convert accepts",
    "don't overwrite, only add milk to list.txt",
    "don't forget the milk",
    "don't forget that my name is Tim",
    "don't let me forget the milk",
    "don't remind me about the dentist any more",
    "don't wake me tomorrow",
    "why don't you set a timer for 5 minutes",
    'could you not set a timer',
    'delete memory 3 but not memory 4',
    "set a timer for 5 minutes, don't make it loud",
    'remind me not to delete notes.txt',
    'do not modify anything on disk',
    "it's Monday today, no?",
    'whatever is over 5 years old in there, forget it',
    'show me the website of our harbour: www.portofbergen.no',
  ]
  for (const text of not) assert.equal(deniedDeed(text)?.how, 'not', text)
  for (const text of wanted) assert.equal(deniedDeed(text), undefined, text)
})

test('what only asks about a deed is told from a request', () => {
  const asked = [
    'did you delete memory 1?',
    'should I delete memory 3?',
    'why did you delete it?',
    'have you set the timer?',
  ]
  for (const text of [...asked, 'what happens if I delete memory 3?'])
    assert.equal(deniedDeed(text)?.how, 'asked', text)
  for (const text of [
    'can you delete memory 1?',
    'have you got a timer? set one for 5 minutes',
    'did you start recording?',
  ])
    assert.equal(deniedDeed(text), undefined, text)
})

test('no example of a tool is left undone', async () => {
  const tools = new URL('../../tools/', import.meta.url)
  let count = 0
  for (const name of readdirSync(tools)) {
    const { default: tool } = (await import(new URL(`${name}/tool.ts`, tools).href)) as { default: Tool }
    const yaml = parseYaml(readFileSync(new URL(`${name}/config.yaml`, tools), 'utf8'), name)
    assert.ok(!isYamlProblem(yaml))
    const { examples } = yaml.value as { examples: readonly string[] }
    for (const example of examples) {
      count += 1
      const { how } = deniedDeed(example) ?? {}
      assert.ok(
        how === undefined || (how === 'asked' && !['write', 'execute'].includes(tool.risk)),
        `${name}: ${example}`,
      )
    }
  }
  assert.ok(count > 20_000)
})

const KEEP: Tool = {
  name: 'keep_text',
  description: 'Keeps',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', 'x-from': 'message', 'x-free': true } },
    required: ['text'],
  },
  risk: 'write',
  run: ({ text }) => String(text),
  say: (text) => ({ sentence: `Kept: ${text}.` }),
}
const WIPE: Tool = {
  name: 'wipe_it',
  description: 'Wipes',
  parameters: { type: 'object', properties: {} },
  risk: 'write',
  run: () => 'wiped',
  say: () => ({ sentence: 'It is wiped.' }),
}

test('a turn does nothing that it says not to do, nor what it only asks about, and the model is told so', async () => {
  const run = async (message: string, tool: string) => {
    const engine = createFakeEngine({
      calls: { [message]: '{"text": "use no tabs"}' },
    })
    const turn = await runTestTurn(message, { engine, tools: [GET_TIME, KEEP, WIPE], route: tool })
    const called = turn.events.flatMap((event) => (event.type === 'tool.called' ? [event.name] : []))
    return { called, heard: engine.asked.at(-1)?.messages.at(-1)?.text ?? '' }
  }
  const left = await run("don't wipe it", 'wipe_it')
  assert.deepEqual(left.called, [])
  assert.match(left.heard, /nothing was done for this message, because it says not to/)
  assert.deepEqual((await run('did you wipe it?', 'wipe_it')).called, [])
  assert.deepEqual((await run('wipe it', 'wipe_it')).called, ['wipe_it'])
  // Reading answers a question; what is kept may say "don't" itself.
  assert.deepEqual((await run('did you look at the time?', 'get_time')).called, ['get_time'])
  assert.deepEqual((await run("don't look at the time", 'get_time')).called, [])
  assert.deepEqual((await run('do not start a line with a tab', 'keep_text')).called, ['keep_text'])
  assert.deepEqual((await run("don't save that", 'keep_text')).called, [])
})
