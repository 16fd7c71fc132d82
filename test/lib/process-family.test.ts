import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { familyOf, killFamily, memberOf, tableOfPs } from '../../source/lib/process-family.ts'

const skip = existsSync('/proc/self/stat') ? false : 'there is no /proc to compare with'

test('a family is a process and all below it, and is killed together; what was one is not killed again', {
  skip,
}, async () => {
  const child = spawn('sh', ['-c', 'sh -c "sleep 600; true" & echo begun; wait'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  const root = memberOf(child.pid ?? 0) ?? assert.fail('it does not run')
  let family = familyOf([root])
  // The inner shell is started by now, what it starts comes in a moment.
  while (family.length < 3) {
    await new Promise(setImmediate)
    family = familyOf([root])
  }
  assert.deepEqual(family[0], root)
  assert.deepEqual(familyOf([{ ...root, born: 'at another time' }]), [])
  killFamily([root])
  await once(child, 'close')
  assert.deepEqual(familyOf([root]), [])
  assert.equal(memberOf(root.pid), undefined)
})

test('where there is no /proc, what ps prints says the same', () => {
  const table = tableOfPs(
    [
      '    1     0 Ss   Thu Nov 26 19:51:24 2026',
      '  120     1 S+   Thu Nov 26 19:52:00 2026    ',
      '  121   120 R    Thu Nov 26 19:52:01 2026',
      '  122   120 Z    Thu Nov 26 19:52:02 2026',
      '  123   120 S    Thu Nov 26 19:52:03 2026',
      'error: not a process',
      '',
    ].join('\n'),
  )
  assert.equal(table.born(120), 'Thu Nov 26 19:52:00 2026')
  assert.deepEqual(table.startedBy(120), [121, 123])
  assert.equal(table.born(122), undefined, 'a remnant')
  assert.deepEqual([table.born(999), table.startedBy(123)], [undefined, []])
})
