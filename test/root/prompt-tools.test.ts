// Tools of Markdown files that ask the model, and those that send a body.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { EngineFailure } from '../../source/contracts/engine.ts'
import { type OpenOptions, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const file = (block: string) => `---
name: motto
title: A motto
description: Makes a motto for something
group: own
parameters:
  - { name: text, type: string, description: what it is for, from: message }
triggers:
  - { pattern: '^motto for (?<text>.+)$' }
---

${block}
`
const QUESTION = 'Write a motto for a boat.'

async function opened(block: string, options: OpenOptions = {}) {
  const home = temporaryFolder('home')
  mkdirSync(join(home, 'tools'), { recursive: true })
  writeFileSync(join(home, 'tools', 'motto.md'), file(block))
  const session = await openTestSession({ ...options, home })
  return {
    ...session,
    called: () => {
      const last = session.events.findLast((event) => event.type === 'tool.finished')
      return last?.type === 'tool.finished' ? last : undefined
    },
    answer: () => {
      const last = session.events.findLast((event) => event.type === 'answer')
      return last?.type === 'answer' ? last : undefined
    },
    done: async () => {
      await session.done()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const PROMPT = '```prompt\nWrite a motto for {{text}}.\n```'

test('a `prompt` block asks the model beside the conversation; its answer is told as the model’s words, whoever answers else', async () => {
  for (const answers of ['auto', 'model'] as const) {
    const { session, engine, called, answer, done } = await opened(PROMPT, {
      flags: { answers },
      script: {
        answers: { [QUESTION]: '<think>hm</think>42 waves, no fear.', hello: 'Hello.' },
        calls: { 'motto for a boat': '{"text":"a boat"}', 'Now: motto for a boat': '{"text":"a boat"}' },
      },
    })
    await session.submit('hello')
    await session.submit('motto for a boat')
    assert.equal(called()?.ok, true, JSON.stringify(called()))
    const words = "The model's own words for `motto`; nothing was looked up or checked:\n42 waves, no fear."
    assert.equal(called()?.say, words)
    assert.deepEqual((called()?.result as { readonly value: unknown } | undefined)?.value, {
      by: 'model',
      text: '42 waves, no fear.',
    })
    assert.equal(answer()?.text, words)
    assert.equal(answer()?.source, 'tool')
    const asked = engine.asked.filter(({ messages }) => messages.at(-1)?.text === QUESTION)
    assert.equal(asked.length, 1)
    assert.equal(asked[0]?.maxTokens, 256)
    assert.ok(!asked[0]?.messages.some(({ text }) => text === 'hello'), 'the history is not asked')
    await session.submit('hello')
    const told = engine.asked.at(-1)?.messages.map(({ text }) => text) ?? []
    assert.ok(!told.includes(QUESTION), 'the question is not in the history')
    assert.ok(
      told.some((text) => text.includes("The model's own words")),
      'the history says whose words they are',
    )
    await done()
  }
})

test('a question that gets no answer is a failure that is said', async () => {
  const fails = (code: 'window' | 'failed') => () => {
    throw new EngineFailure(code, 'it is too small')
  }
  const cases = [
    [() => '', /^The model had no answer for `motto`\.$/],
    [fails('window'), /does not fit the model's window; send less/],
    [fails('failed'), /^The model did not answer `motto` \(it is too small\)\.$/],
  ] as const
  for (const [answer, said] of cases) {
    const { session, called, done } = await opened(PROMPT, { script: { answers: { [QUESTION]: answer } } })
    await session.submit('/call motto {"text":"a boat"}')
    assert.equal(called()?.ok, false)
    assert.match(called()?.say ?? '', said)
    await done()
  }
  const { session, called, done } = await opened(PROMPT, {
    engine: async () => ({ type: 'none', model: undefined, reason: 'There is none.' }),
  })
  await session.submit('/call motto {"text":"a boat"}')
  assert.match(called()?.say ?? '', /no model is loaded that could be asked/)
  await done()
})

test('a POST sends its body once, to the address that is written and no other', async () => {
  const heard: string[] = []
  const server = createServer((request, answer) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`)
      if (request.url === '/moved') answer.writeHead(307, { location: '/other' })
      answer.end('Done well.')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const text = '"} "x": "'
  for (const path of ['/new', '/moved']) {
    const block = `\`\`\`http\nPOST http://127.0.0.1:${port}${path}\n\n{"text": {{text}}}\n\`\`\``
    for (const approve of ['write', 'all'] as const) {
      const { session, called, done } = await opened(block, { flags: { approve } })
      const call = () => session.submit(`/call motto ${JSON.stringify({ text })}`)
      await call()
      assert.match(called()?.say ?? '', approve === 'all' ? /own network/ : /network tools do not run/)
      await session.submit(`/settings webAllowPrivate ["127.0.0.1:${port}"]`)
      await call()
      if (approve === 'all')
        assert.match(
          called()?.say ?? '',
          path === '/new' ? /Done well/ : /leads on to `\/other`, where the body was not sent/,
        )
      await done()
    }
  }
  server.close()
  const sent = `application/json ${JSON.stringify({ text }).replace('{"text":', '{"text": ')}`
  assert.deepEqual(heard, [`POST /new ${sent}`, `POST /moved ${sent}`])
})
