import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answeredBackground,
  colourDepth,
  tintStart,
  toldBackground,
} from '../../../source/ui/theme/colours.ts'
import { canLink, linkAddress } from '../../../source/ui/theme/links.ts'

test('colours are as many as the variables say, and FORCE_COLOR says it last', () => {
  assert.equal(colourDepth({ TERM: 'xterm' }), 16)
  assert.equal(colourDepth({ TERM: 'xterm-256color' }), 256)
  assert.equal(colourDepth({ TERM: 'xterm', COLORTERM: 'truecolor' }), 256)
  assert.equal(colourDepth({ TERM: 'dumb' }), 0)
  assert.equal(colourDepth({ TERM: 'xterm-256color', NO_COLOR: '1' }), 0)
  assert.equal(colourDepth({ TERM: 'xterm-256color', NO_COLOR: '' }), 256)
  assert.equal(colourDepth({ TERM: 'dumb', NO_COLOR: '1', FORCE_COLOR: '1' }), 16)
  assert.equal(colourDepth({ TERM: 'xterm', FORCE_COLOR: '3' }), 256)
  assert.equal(colourDepth({ TERM: 'xterm-256color', FORCE_COLOR: '0' }), 0)
})

test('a background is light or dark by what the terminal answers', () => {
  assert.equal(answeredBackground('11;rgb:ffff/ffff/ffff'), 'light')
  assert.equal(answeredBackground('11;rgb:0000/0000/0000'), 'dark')
  assert.equal(answeredBackground('11;rgb:fd/f6/e3'), 'light')
  assert.equal(answeredBackground('11;rgba:1e1e/1e1e/2e2e/ffff'), 'dark')
  assert.equal(answeredBackground('11;none'), undefined)
})

test('COLORFGBG tells a background by its last number', () => {
  assert.equal(toldBackground({ COLORFGBG: '0;15' }), 'light')
  assert.equal(toldBackground({ COLORFGBG: '0;default;7' }), 'light')
  assert.equal(toldBackground({ COLORFGBG: '15;0' }), 'dark')
  assert.equal(toldBackground({ COLORFGBG: '15;8' }), 'dark')
  assert.equal(toldBackground({ COLORFGBG: '15;default' }), undefined)
  assert.equal(toldBackground({}), undefined)
})

test('a colour is one sequence of the depth that there is', () => {
  assert.equal(tintStart('heading', 0, 'dark'), '')
  assert.equal(tintStart('heading', 16, 'light'), '\x1b[34m')
  assert.equal(tintStart('heading', 256, 'dark'), '\x1b[38;5;117m')
})

test('only terminals that are known for it get addresses behind texts', () => {
  assert.equal(canLink({ TERM: 'xterm-256color' }), false)
  assert.equal(canLink({ TERM: 'xterm-kitty' }), true)
  assert.equal(canLink({ TERM_PROGRAM: 'iTerm.app' }), true)
  assert.equal(canLink({ TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/tmux' }), false)
  assert.equal(canLink({ TERM: 'xterm-256color', VTE_VERSION: '7600' }), true)
  assert.equal(canLink({ TERM: 'xterm-256color', VTE_VERSION: '4800' }), false)
  assert.equal(canLink({ TMUX: 'x', FORCE_HYPERLINK: '1' }), true)
  assert.equal(canLink({ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }), false)
})

test('an address stands in a sequence only if nothing in it can end that', () => {
  assert.equal(linkAddress('https://example.org/a?b=c'), 'https://example.org/a?b=c')
  assert.equal(linkAddress('https://example.org/ä b'), 'https://example.org/%C3%A4%20b')
  assert.equal(linkAddress('https://a.b/\x1b\\\x07'), 'https://a.b/%1B\\%07')
  assert.equal(linkAddress('javascript:alert(1)'), undefined)
  assert.equal(linkAddress('file:///etc/passwd'), undefined)
  assert.equal(linkAddress(`https://a.b/${'x'.repeat(3000)}`), undefined)
})

test('where nothing tells the background, colours can be read on white and on black', () => {
  for (const tint of TINTS) {
    const number = Number(/38;5;(\d+)m/.exec(tintStart(tint, 256, 'unknown'))?.[1])
    for (const ground of [0, 1])
      assert.ok(contrast(brightnessOf(number), ground) >= 4, `${tint} on ${ground}`)
  }
  for (const [background, ground] of [
    ['dark', 0],
    ['light', 1],
  ] as const)
    for (const tint of TINTS) {
      const number = Number(/38;5;(\d+)m/.exec(tintStart(tint, 256, background))?.[1])
      assert.ok(contrast(brightnessOf(number), ground) >= 4.5, `${tint} on ${background}`)
    }
})

const TINTS = [
  'heading',
  'code',
  'link',
  'quiet',
  'keyword',
  'string',
  'number',
  'comment',
  'name',
  'type',
  'added',
  'removed',
  'place',
] as const

/** Contrast of two relative brightnesses: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Of a colour of the cube or a grey of the 256. */
function brightnessOf(number: number): number {
  const steps = [0, 95, 135, 175, 215, 255]
  const grey = 8 + 10 * (number - 232)
  const at = number - 16
  const parts =
    number >= 232
      ? [grey, grey, grey]
      : [steps[Math.floor(at / 36)], steps[Math.floor(at / 6) % 6], steps[at % 6]]
  const [red = 0, green = 0, blue = 0] = parts.map((part = 0) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
