import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

/** A chat in a folder of its own, with somebody who reads each question; `write` puts a file there by hand. */
async function openChat() {
  const workspace = temporaryFolder('workspace')
  const { session, events } = await openTestSession({ interactive: true, workspace })
  const write = (path: string, text: string) => writeFileSync(join(workspace, path), text)
  const read = (path: string) => readFileSync(join(workspace, path), 'utf8')
  const call = (tool: string, args: object) => session.submit(`/call ${tool} ${JSON.stringify(args)}`)
  /** What the question shows, as soon as it does. */
  const question = async () => {
    while (session.view.pending?.preview?.text === undefined) await new Promise(setImmediate)
    return session.view.pending.preview.text
  }
  const answer = (decision: 'once' | 'session' | 'always' | 'denied') =>
    session.decide(session.view.pending?.call ?? '', { decision })
  const told = () => events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))
  const ended = () => events.findLast((event) => event.type === 'tool.finished')?.say ?? ''
  return { session, workspace, write, read, call, question, answer, told, ended }
}

describe('a file that changed while its change was asked about', () => {
  for (const decision of ['session', 'always'] as const) {
    test(`is asked about again behind \`${decision}\`, which counts once the call goes through`, async () => {
      const { session, write, read, call, question, answer } = await openChat()
      write('plan.txt', 'old\n')
      const first = call('file_write', { path: 'plan.txt', content: 'one\n' })
      await question()
      write('plan.txt', 'of somebody else\n')
      answer(decision)
      assert.match(await question(), /^-of somebody else$/m)
      assert.deepEqual(session.approvals.rules, [])
      answer('denied')
      await first
      assert.deepEqual([read('plan.txt'), session.approvals.rules], ['of somebody else\n', []])
      const second = call('file_write', { path: 'plan.txt', content: 'two\n' })
      await question()
      answer(decision)
      await second
      const rule = { tool: 'file_write', value: 'plan.txt', lasts: decision }
      assert.deepEqual([read('plan.txt'), session.approvals.rules], ['two\n', [rule]])
    })
  }

  test('is not written over where the change lies beyond what the question shows', async () => {
    const lines = Array.from({ length: 80 }, (_, at) => `line ${at}`).join('\n')
    const line = `{"a":"${'x'.repeat(200)}","count":1}`
    for (const [before, meanwhile] of [
      [`${lines}\n`, `${lines.replace('line 70', 'an hour of work')}\n`],
      [`${line}\n`, `${line.replace(':1', ':"an hour of work"')}\n`],
    ] as const) {
      const { write, read, call, question, answer } = await openChat()
      write('plan.txt', before)
      const running = call('file_write', { path: 'plan.txt', content: before.toUpperCase() })
      const shown = await question()
      write('plan.txt', meanwhile)
      answer('once')
      assert.notEqual(await question(), shown)
      assert.equal(read('plan.txt'), meanwhile)
      answer('denied')
      await running
    }
  })

  test('and changes all the time is asked about three times, and then a way out is named', async () => {
    const { write, read, call, question, answer, told, ended } = await openChat()
    write('app.log', 'start\n')
    const running = call('file_append', { path: 'app.log', content: 'sensor replaced' })
    for (const tick of ['1', '2', '3']) {
      await question()
      write('app.log', `start\n${tick}\n`)
      answer('once')
    }
    await running
    const way = 'let it run unseen: `/approvals allow file_append app.log`.'
    assert.equal(told().filter((message) => message.includes('look at it again')).length, 2)
    assert.ok(told().at(-1)?.endsWith(way), told().at(-1))
    assert.ok(ended().startsWith('file_append was not run') && ended().endsWith(way), ended())
    assert.equal(read('app.log'), 'start\n3\n')
  })
})

describe('a permission for a folder', () => {
  test('is none for what a link in it leads to', async () => {
    const { session, workspace, write, read, call, question, answer } = await openChat()
    mkdirSync(join(workspace, 'docs'))
    mkdirSync(join(workspace, 'more'))
    write('package.json', '{}\n')
    symlinkSync('../package.json', join(workspace, 'docs/guide.md'))
    symlinkSync('..', join(workspace, 'docs/up'))
    symlinkSync('docs', join(workspace, 'pages'))
    await session.submit('/approvals allow file_write docs/**')
    for (const path of ['docs/guide.md', 'docs/up/.npmrc']) {
      const running = call('file_write', { path, content: 'other\n' })
      await question()
      answer('denied')
      await running
    }
    assert.equal(read('package.json'), '{}\n')
    await session.submit('/approvals allow file_write pages/**')
    await call('file_write', { path: 'pages/new/a.md', content: 'a\n' })
    assert.equal(read('docs/new/a.md'), 'a\n')
  })

  test('asks once where a link is meant, and says where it leads', async () => {
    const { session, workspace, write, read, call, question, answer } = await openChat()
    write('package.json', '{}\n')
    symlinkSync('package.json', join(workspace, 'link.md'))
    const first = call('file_write', { path: 'link.md', content: 'one\n' })
    await question()
    assert.equal(session.view.pending?.scope?.value, 'link.md (through a link: package.json)')
    answer('session')
    await first
    await call('file_write', { path: 'link.md', content: 'two\n' })
    assert.equal(read('package.json'), 'two\n')
  })
})

test('a permission for an address with a question is for that address', async () => {
  const { session } = await openChat()
  await session.submit('/approvals allow web_fetch https://example.invalid/search?q=rain')
  await session.submit('/approvals allow web_fetch https://example.invalid/search?q=*')
  assert.deepEqual(
    session.approvals.rules.map(({ value, pattern }) => [value, pattern]),
    [
      ['https://example.invalid/search?q=rain', undefined],
      [undefined, 'https://example.invalid/search?q=*'],
    ],
  )
})
