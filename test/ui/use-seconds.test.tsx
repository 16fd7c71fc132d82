import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Text } from 'ink'
import { render } from 'ink-testing-library'
import { useEffect } from 'react'
import { useSeconds } from '../../source/ui/chat/use-chat.ts'

interface Running {
  readonly line: number
  readonly waits?: boolean
  /** The clock runs, or stands still, as it was told. */
  readonly onTold?: () => void
}

function Clock({ line, waits = false, onTold }: Running) {
  const seconds = useSeconds(true, line, waits)
  // An effect, because those of the clock have run before it.
  useEffect(() => onTold?.(), [onTold])
  return <Text>{seconds}</Text>
}

const drawn = () => new Promise((resolve) => setImmediate(resolve))

test('a line that waited counts its own seconds, not those of the one before', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { lastFrame, rerender, unmount } = render(<Clock line={1} />)
  await drawn()
  for (let passed = 0; passed < 3; passed++) {
    t.mock.timers.tick(1000)
    await drawn()
  }
  assert.equal(lastFrame(), '3')
  rerender(<Clock line={2} />)
  while (lastFrame() !== '0') await drawn()
  t.mock.timers.tick(1000)
  while (lastFrame() !== '1') await drawn()
  unmount()
})

test('the seconds in which a question waits for the person are not counted', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { lastFrame, rerender, unmount } = render(<Clock line={1} />)
  const tell = (waits: boolean) =>
    new Promise<void>((resolve) => rerender(<Clock line={1} waits={waits} onTold={resolve} />))
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) {
      t.mock.timers.tick(1000)
      await drawn()
    }
  }
  await tell(false)
  await pass(2)
  while (lastFrame() !== '2') await drawn()
  await tell(true)
  await pass(30)
  await tell(false)
  await pass(1)
  while (lastFrame() === '2') await drawn()
  assert.equal(lastFrame(), '3')
  unmount()
})
