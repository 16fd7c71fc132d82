import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openScriptedServer } from '../../helpers/scripted-server.ts'
import { NEVER, open, say, serve } from './opened.ts'

const COUNTING = (message: string) => `${message} `.repeat(30).trim()

describe('several servers', () => {
  test('one that ends before anything was shown is taken over by the other', async (t) => {
    const servers = await serve(t, { mode: () => 'hangs' }, { answer: (message) => `b: ${message}` })
    const { engine, takeovers } = await open(t, servers)
    assert.equal((await engine.talk(say('hello'), NEVER)).text, 'b: hello')
    assert.deepEqual(takeovers, [
      `\`${servers[0]?.host}\` was silent for 0.3 seconds; \`${servers[1]?.host}\` is asked instead.`,
    ])
    // The next one is not tried on what just failed.
    assert.equal((await engine.talk(say('again'), NEVER)).text, 'b: again')
    assert.equal(servers[0]?.asked.length, 1)
  })

  test('the least loaded is asked, and with no load the one that has the conversation in its cache', async (t) => {
    const servers = await serve(t, { pieceMs: 20 }, { pieceMs: 20 })
    const { engine } = await open(t, servers)
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => engine.talk(say(text), NEVER)))
    assert.deepEqual(
      servers.map((server) => server.asked.length),
      [2, 2],
    )
    for (const text of ['e', 'f', 'g']) await engine.talk(say(text), NEVER)
    const counts = servers.map((server) => server.asked.length).sort()
    assert.deepEqual(counts, [2, 5])
  })

  test('one that is away at the start is said, and joins when it is there', async (t) => {
    const gone = await openScriptedServer()
    const port = Number(new URL(gone.url).port)
    await gone.close()
    const servers = await serve(t, { mode: (n) => (n === 0 ? 'good' : 500) })
    const { engine, absent } = await open(t, [gone, ...servers])
    assert.match(absent.join(), new RegExp(`${gone.host}\` cannot be reached \\(ECONNREFUSED\\)`))
    await engine.talk(say('one'), NEVER)
    const back = await openScriptedServer({ answer: () => 'I am back.' }, port)
    t.after(() => back.close())
    assert.equal((await engine.talk(say('two'), NEVER)).text, 'I am back.')
  })

  test('one that lets go of a connection just when it is used again is not ill', async (t) => {
    const script = { answer: () => 'here', letsGo: true }
    const servers = await serve(t, script, script)
    const { engine, takeovers } = await open(t, servers)
    for (const text of ['one', 'two', 'three'])
      assert.equal((await engine.talk(say(text), NEVER)).text, 'here')
    assert.deepEqual(takeovers, [])
  })

  test('one that reads its model is waited for, at the start and in the middle, and that is said once', async (t) => {
    let asked = 0
    const servers = await serve(t, { isLoading: () => asked++ < 2, answer: () => 'here' })
    const { engine, takeovers } = await open(t, servers)
    const sentence = `\`${servers[0]?.host}\` is loading its model; it is waited for.`
    assert.deepEqual(takeovers, [sentence])
    // It was started anew: more refusals than there are attempts.
    asked = -3
    assert.equal((await engine.talk(say('one'), NEVER)).text, 'here')
    assert.deepEqual(takeovers, [sentence, sentence])
  })

  test('one that reads its model holds up nobody while another is there, and waiting can be stopped', async (t) => {
    const loading = { isLoading: () => true }
    const servers = await serve(t, loading, { answer: () => 'here' })
    const { engine, absent } = await open(t, servers)
    assert.match(absent.join(), /is loading its model/)
    assert.equal((await engine.talk(say('one'), NEVER)).text, 'here')
    // Started anew while it was in use: the other one is asked, and that alone is said.
    let isLoading = false
    const pair = await serve(t, { isLoading: () => isLoading }, { answer: () => 'here' })
    const both = await open(t, pair)
    isLoading = true
    assert.equal((await both.engine.talk(say('one'), NEVER)).text, 'here')
    assert.deepEqual(both.takeovers, [
      `\`${pair[0]?.host}\` is loading its model; \`${pair[1]?.host}\` is asked instead.`,
    ])
    const stop = new AbortController()
    const onTakeover = () => stop.abort(new Error('enough'))
    await assert.rejects(open(t, [...(await serve(t, loading))], { onTakeover }, stop.signal), /enough/)
  })

  test('of one that is gone and one that reads its model the second is waited for', async (t) => {
    let isLoading = false
    const servers = await serve(t, {}, { isLoading: () => isLoading, answer: () => 'here' })
    const { engine } = await open(t, servers, {
      onTakeover: (sentence) => {
        isLoading = !/waited for/.test(sentence)
      },
    })
    isLoading = true
    servers[0]?.kill()
    assert.equal((await engine.talk(say('one'), NEVER)).text, 'here')
  })

  test('one without the model is passed over', async (t) => {
    const servers = await serve(t, { models: ['other'] }, { answer: () => 'here' })
    const { engine, absent } = await open(t, servers, { model: 'tiny' })
    assert.equal(absent.length, 1)
    assert.equal((await engine.talk(say('one'), NEVER)).text, 'here')
  })

  test('one is killed under eight conversations: each turn ends with its own answer or one sentence', async (t) => {
    const script = { pieceMs: 2, answer: COUNTING }
    const servers = await serve(t, script, script)
    const { engine } = await open(t, servers)
    const [first] = servers
    assert.ok(first)
    const results = { answered: 0, failed: 0 }
    const converse = async (name: string) => {
      for (let turn = 0; turn < 10; turn++) {
        const text = `${name}-${turn}`
        let shown = ''
        const onText = (piece: string) => {
          shown += piece
        }
        try {
          const { text: answer } = await engine.talk(say(text, { onText }), NEVER)
          assert.equal(answer, COUNTING(text))
          assert.equal(shown, answer)
          results.answered++
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          assert.match(String(error), new RegExp(`EngineFailure: \`${first.host}\` ended the connection`))
          // What was shown is a beginning of this answer and of no other.
          assert.ok(shown !== '' && COUNTING(text).startsWith(shown))
          results.failed++
        }
        if (name === 'c0' && turn === 2) first.kill()
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, at) => converse(`c${at}`)))
    assert.equal(results.answered + results.failed, 80)
    // At most those that the dead server was writing.
    assert.ok(results.failed <= 4, `${results.failed} failed`)
    assert.ok(first.asked.length > 0)
  })

  test('all of them gone is one sentence', async (t) => {
    const servers = await serve(t, {}, {})
    const { engine } = await open(t, servers)
    for (const server of servers) server.kill()
    await assert.rejects(
      engine.talk(say('hello'), NEVER),
      /`127\.0\.0\.1:\d+` cannot be reached \(ECONNREFUSED\)/,
    )
  })
})
