import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Text } from 'ink'
import { render } from 'ink-testing-library'
import { useSeconds } from '../../source/ui/chat/use-chat.ts'

function Clock({ running, line }: { readonly running: boolean; readonly line: number }) {
  return <Text>{useSeconds(running, line)}</Text>
}

test('a line that waited counts its own seconds, not those of the one before', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { lastFrame, rerender, unmount } = render(<Clock running line={1} />)
  const drawn = () => new Promise((resolve) => setImmediate(resolve))
  await drawn()
  for (let passed = 0; passed < 3; passed++) {
    t.mock.timers.tick(1000)
    await drawn()
  }
  assert.equal(lastFrame(), '3')
  rerender(<Clock running line={2} />)
  while (lastFrame() !== '0') await drawn()
  t.mock.timers.tick(1000)
  while (lastFrame() !== '1') await drawn()
  unmount()
})
