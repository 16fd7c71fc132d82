import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askBackground, canAsk } from '../../../source/ui/theme/ask-background.ts'
import { FakeTerminal } from '../fake-terminal.ts'

function ask() {
  const terminal = new FakeTerminal()
  const answers: string[] = []
  const { stdin } = terminal.streams
  const stop = askBackground(terminal.streams, (background) => answers.push(background))
  const read = (...chunks: readonly string[]) =>
    chunks
      .map((chunk) => {
        terminal.input.write(chunk)
        return String(stdin.read())
      })
      .join('')
  return { terminal, answers, stop, read }
}

test('the answer is taken out of what is typed, wherever it stands and however it is cut', () => {
  const { terminal, answers, read } = ask()
  assert.equal(terminal.output.written, '\x1b]11;?\x07')
  assert.equal(read('ab\x1b]11;rgb:ffff/ffff/ffff\x07cd'), 'abcd')
  assert.equal(read('x\x1b]11;rgb:00', '00/0000/0000\x1b\\y'), 'xy')
  assert.deepEqual(answers, ['light', 'dark'])
})

test('keys pass as they are, also after the end of the asking', () => {
  const { answers, read, stop } = ask()
  assert.equal(read('\x1b[A', 'hello', '\x1b]12;x\x07'), '\x1b[Ahello\x1b]12;x\x07')
  const long = `\x1b]11;${'x'.repeat(100)}`
  assert.equal(read(long), long)
  stop()
  assert.equal(read('\x1b]11;rgb:0/0/0\x07'), '\x1b]11;rgb:0/0/0\x07')
  assert.deepEqual(answers, [])
})

test('terminals that would print the question are not asked', () => {
  assert.equal(canAsk({ TERM: 'xterm-256color' }), true)
  for (const TERM of ['', 'dumb', 'linux', 'screen-256color']) assert.equal(canAsk({ TERM }), false)
})

test('an answer is taken out wherever it is cut', () => {
  const whole = '\x1b]11;rgb:ffff/ffff/ffff\x07'
  for (let cut = 1; cut < whole.length; cut++) {
    const { answers, read, stop } = ask()
    assert.equal(read(`a${whole.slice(0, cut)}`, `${whole.slice(cut)}b`), 'ab', String(cut))
    assert.deepEqual(answers, ['light'])
    stop()
  }
})

test('Escape alone is given out a moment later, and at once where the answer has come', async () => {
  const { terminal, read, stop } = ask()
  const { stdin } = terminal.streams
  const keys: string[] = []
  const come = new Promise<void>((resolve) =>
    stdin.on('readable', () => {
      for (let key = stdin.read(); key !== null; key = stdin.read()) keys.push(String(key))
      if (keys.includes('\x1b')) resolve()
    }),
  )
  terminal.type('\x1b')
  await come
  assert.equal(keys.join(''), '\x1b')
  stdin.removeAllListeners('readable')
  assert.equal(read('\x1b]11;rgb:0/0/0\x07', '\x1b'), '\x1b')
  stop()
})
