import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { detailsText } from '../../source/ui/transcript/details.ts'
import {
  openTranscript,
  reduceTranscript,
  type TranscriptAction,
} from '../../source/ui/transcript/transcript-state.ts'
import { answer, called, delta, finished, IDLE_VIEW, started, toolDone } from './fake-session.ts'

function after(...actions: readonly TranscriptAction[]) {
  return actions.reduce(reduceTranscript, openTranscript(IDLE_VIEW))
}

const texts = (state: ReturnType<typeof after>) =>
  state.items
    .slice(1)
    .map((item) =>
      'text' in item
        ? `${item.type}: ${item.text}`
        : item.type === 'markdown'
          ? `${item.type}: ${item.piece.source}`
          : item.type,
    )

test('it opens with the banner, and a start that says the same adds nothing', () => {
  const { version, home, level, reasons, tools } = IDLE_VIEW
  const same = {
    type: 'session.started',
    version,
    home,
    level,
    reasons,
    model: null,
    modelState: 'none',
    tools,
  } as const
  assert.equal(after(same).items.length, 1)
  assert.equal(after({ ...same, level: 3, reasons: ['`tools.bin` is damaged.'] }).items.length, 2)
})

test('where no model will be there the banner offers no request, and a start that says the same adds nothing', () => {
  const { version, home, level, reasons, tools } = IDLE_VIEW
  const open = openTranscript({ ...IDLE_VIEW, lacksModel: true, tries: ['what time is it?'] })
  assert.deepEqual(open.items, [{ type: 'banner', version, level, reasons, lacksModel: true }])
  const same = { version, home, level, reasons, model: null, modelState: 'none', tools } as const
  assert.equal(reduceTranscript(open, { type: 'session.started', ...same }).items.length, 1)
})

test('streamed text is replaced by the answer, even where the answer is another text', () => {
  const streaming = after(started(1, 'hi'), delta('It is '), delta('42.'))
  assert.equal(streaming.flow.streamed, 'It is 42.')
  const done = reduceTranscript(reduceTranscript(streaming, answer('It is 41.')), finished())
  assert.equal(done.flow.streamed, '')
  assert.deepEqual(texts(done), ['user: hi', 'markdown: It is 41.'])
})

test('a typed line is echoed once, a turn from elsewhere is shown, a command’s turn is not', () => {
  const typed = after({ type: 'typed', line: 'hi' }, started(1, 'hi'), finished(), { type: 'settled' })
  assert.deepEqual(texts(typed), ['user: hi'])
  assert.deepEqual(texts(after({ type: 'typed', line: 'a' }, { type: 'settled' }, started(1, 'b'))), [
    'user: a',
    'user: b',
  ])
  assert.deepEqual(texts(after({ type: 'typed', line: '/retry' }, started(1, 'hi', 'retry'))), [
    'user: /retry',
  ])
})

test('a call that was edited is one call, with the arguments that ran', () => {
  const edited = after(
    started(1, 'x'),
    called('file_write', { path: 'a' }),
    called('file_write', { path: 'b' }),
  )
  assert.deepEqual(edited.calls, [{ call: 'c1', name: 'file_write', arguments: 'b' }])
})

test('a call runs until its end and leaves one line with its arguments', () => {
  const running = after(started(1, 'x'), called('calculator_compute', { expression: '17 * 23' }))
  assert.deepEqual(running.calls, [{ call: 'c1', name: 'calculator_compute', arguments: '17 * 23' }])
  const done = reduceTranscript(running, toolDone('calculator_compute', true, '391'))
  assert.deepEqual(done.calls, [])
  assert.deepEqual(done.items.at(-1), {
    type: 'tool',
    name: 'calculator_compute',
    arguments: '17 * 23',
    ok: true,
    say: '391',
    ms: 12,
  })
})

test('an interrupted answer keeps what was read of it and says so', () => {
  const state = after(started(1, 'x'), delta('Once upon'), finished('cancelled'))
  assert.deepEqual(texts(state), ['user: x', 'markdown: Once upon', 'notice: interrupted'])
  assert.equal(state.flow.streamed, '')
})

test('texts of others are made safe before they are kept', () => {
  const state = after(
    { ...answer('a\x1b[2Jb\x07'), source: 'tool' } as SessionEvent,
    { type: 'command', name: 'x', ok: false, data: null, text: '\x1b]0;t\x07no' },
    { type: 'error', code: 'x', message: 'bad\x1b[1A' },
  )
  assert.deepEqual(texts(state), ['answer: ab^G', 'error: no', 'error: bad'])
})

test('an empty answer, command or notice leaves no line', () => {
  assert.deepEqual(texts(after(answer(' \n'), { type: 'notice', code: 'x', message: '' })), [])
})

test('what rings is a line of its own', () => {
  const message = 'The timer `tea` rings: it is 14:05.'
  const due = '2026-03-12T13:05:00.000Z'
  const ring = { type: 'ring', kind: 'timer', id: 1, label: 'tea', due, wasAway: false, message } as const
  assert.deepEqual(texts(after(answer('Hi.'), ring)), ['markdown: Hi.', `ring: ${message}`])
})

test('the reason of a missing model is said once, from the view or as a notice', () => {
  const view = { ...IDLE_VIEW, modelState: 'none' as const, modelReason: 'No model; `/model` gets one.' }
  const seen = after({ type: 'viewed', view }, { type: 'viewed', view })
  assert.deepEqual(texts(seen), ['notice: No model; `/model` gets one.'])
  const notice = { type: 'notice', code: 'no_model', message: view.modelReason } as const
  assert.deepEqual(texts(reduceTranscript(seen, notice)), ['notice: No model; `/model` gets one.'])
  assert.deepEqual(texts(after(notice, { type: 'viewed', view })), ['notice: No model; `/model` gets one.'])
})

test('behind every further message the reason of a missing model is said again', () => {
  const view = { ...IDLE_VIEW, modelState: 'none' as const, modelReason: 'No model; `/model` gets one.' }
  const refusal = { type: 'error', code: 'no_model', message: view.modelReason } as const
  const said = after(
    { type: 'viewed', view },
    { type: 'typed', line: 'one' },
    refusal,
    { type: 'viewed', view },
    { type: 'typed', line: 'two' },
    refusal,
    { type: 'viewed', view },
  )
  assert.deepEqual(texts(said), [
    'notice: No model; `/model` gets one.',
    'user: one',
    'error: No model; `/model` gets one.',
    'user: two',
    'error: No model; `/model` gets one.',
  ])
})

test('a tool that has ended does not run on in the line of progress', () => {
  const runs = { type: 'progress', what: 'tool', done: 0, total: 0 } as const
  const done = after(called('get_time', {}), runs, toolDone('get_time', true, 'It is 10.'))
  assert.equal(done.progress, undefined)
  assert.equal(after(runs, answer('It is 10.')).progress, undefined)
})

test('progress ends when it is complete, when text comes, and with the line', () => {
  const half = { type: 'progress', what: 'prompt', done: 120, total: 340 } as const
  assert.deepEqual(after(half).progress, { what: 'prompt', done: 120, total: 340 })
  assert.equal(after(half, { ...half, done: 340 }).progress, undefined)
  assert.equal(after(half, delta('x')).progress, undefined)
  assert.equal(after(half, { type: 'settled' }).progress, undefined)
})

test('finished pieces of an answer stand at once and stay, however the rest goes on', () => {
  const streaming = after(started(1, 'x'), delta('First.\n\nSec'), delta('ond.\n- one\n'))
  assert.deepEqual(texts(streaming), ['user: x', 'markdown: First.', 'markdown: Second.'])
  const done = reduceTranscript(streaming, answer('First.\n\nSecond.\n- one\n- two'))
  assert.deepEqual(texts(done).slice(1), [
    'markdown: First.',
    'markdown: Second.',
    'markdown: - one',
    'markdown: - two',
  ])
  const stopped = after(
    started(1, 'x'),
    delta('First.\n\nSec'),
    answer('First.\n\nSec'),
    finished('cancelled'),
  )
  assert.deepEqual(texts(stopped).slice(1), ['markdown: First.', 'markdown: Sec', 'notice: interrupted'])
})

test('behind a call nothing stands before the answer is sure', () => {
  const call = [started(1, 'x'), called('get_time', {}), toolDone('get_time', true, 'It is 10.')] as const
  const streaming = after(...call, delta('It is 11.\n\nMore.\n\nAnd'))
  assert.deepEqual(texts(streaming), ['user: x', 'tool'])
  const replaced = reduceTranscript(streaming, { ...answer('It is 10.'), source: 'tool' } as SessionEvent)
  assert.deepEqual(texts(replaced), ['user: x', 'tool', 'answer: It is 10.'])
  const kept = reduceTranscript(streaming, answer('It is 11.\n\nMore.\n\nAnd'))
  assert.deepEqual(texts(kept).slice(2), ['markdown: It is 11.', 'markdown: More.', 'markdown: And'])
})

test('an answer that turns out to be another one is said again, with a word about it', () => {
  const state = after(started(1, 'x'), delta('One.\n\nTwo.\n\n'), answer('Three.'))
  assert.deepEqual(texts(state).slice(1), [
    'markdown: One.',
    'markdown: Two.',
    'notice: the answer is another one than what was shown of it:',
    'markdown: Three.',
  ])
})

test('what is thought is one item before the answer, and can be looked at in whole', () => {
  const think = (text: string) => ({ type: 'progress', what: 'think', done: 1, total: 0, text }) as const
  const thinking = after(started(1, 'x'), think('Let me '), think('see.\x1b[2J'))
  assert.equal(thinking.thinking, 'Let me see.\x1b[2J')
  const state = reduceTranscript(thinking, delta('Yes'))
  assert.deepEqual(texts(state), ['user: x', 'thought: Let me see.'])
  assert.equal(detailsText(state.details), 'thought:\nLet me see.')
  const stopped = reduceTranscript(thinking, finished('cancelled'))
  assert.deepEqual(texts(stopped), ['user: x', 'notice: interrupted', 'thought: Let me see.'])
})

test('of the last call everything is kept, and nothing of the one before', () => {
  const state = after(
    started(1, 'x'),
    called('one', { a: '1' }),
    toolDone('one', true, 'first', 3),
    called('two', { path: 'a\x1b[2J' }, 'c2'),
    toolDone('two', false, 'second', 4, 'c2'),
  )
  assert.equal(detailsText(state.details), 'two {\n  "path": "a\\u001b[2J"\n}\nfailed in 4 ms\nsecond')
})

test('the last answer is shown once more in the other way', () => {
  const state = after(answer('**a**\n\nb'), { type: 'viewed', view: { ...IDLE_VIEW, raw: true } })
  const raws = state.items.flatMap((item) => (item.type === 'markdown' ? [item.raw] : []))
  assert.deepEqual(raws, [false, false, true, true])
  const writing = reduceTranscript(reduceTranscript(state, started(2, 'y')), delta('One.\n\nTwo'))
  const back = reduceTranscript(writing, { type: 'viewed', view: { ...IDLE_VIEW, raw: false } })
  assert.equal(back.items.length, writing.items.length, 'nothing is put into an answer that is being written')
  const byTool = after({ ...answer('# a file'), source: 'tool' } as SessionEvent)
  const shown = reduceTranscript(byTool, { type: 'viewed', view: { ...IDLE_VIEW, raw: true } })
  assert.equal(shown.items.length, byTool.items.length, 'what a tool said is no Markdown')
})
