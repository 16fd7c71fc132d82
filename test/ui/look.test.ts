import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Look } from '../../source/ui/look.ts'

const open = (env: NodeJS.ProcessEnv, theme: 'auto' | 'light' | 'dark' | 'none' = 'auto') =>
  new Look({ TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env }, 'linux', { theme, reducedMotion: false })

test('the setting wins over the variable, the variable over what the terminal answers', () => {
  assert.equal(open({}).reader.palette.background, 'unknown')
  assert.equal(open({ TERM: 'linux' }).reader.palette.background, 'dark')
  assert.equal(open({ COLORFGBG: '0;15' }).reader.palette.background, 'light')
  assert.equal(open({ COLORFGBG: '0;15' }, 'dark').reader.palette.background, 'dark')
  const asked = open({})
  assert.equal(asked.asksBackground, true)
  asked.see('light')
  assert.equal(asked.reader.palette.background, 'light')
  asked.change({ theme: 'dark', reducedMotion: true })
  assert.equal(asked.reader.palette.background, 'dark')
  assert.equal(asked.isCalm, true)
  assert.equal(open({ COLORFGBG: '0;15' }).asksBackground, false)
  assert.equal(open({ NO_COLOR: '1' }).asksBackground, false)
})

test('without colours nothing is styled at all', () => {
  for (const look of [open({ NO_COLOR: '1' }), open({}, 'none'), open({ FORCE_COLOR: '0' })]) {
    assert.equal(look.glyphs.styled, false)
    assert.deepEqual([look.reader.palette.styled, look.reader.palette.links], [false, false])
  }
  const look = open({})
  look.change({ theme: 'none', reducedMotion: false })
  assert.equal(look.glyphs.styled, false)
})
