// The open cells of a table's new row: the model chooses among the message's own words, under a grammar that has no others.
import type { CallState, ChatMessage, Engine } from '../contracts/engine.ts'
import type { FileChange, RowWish } from '../contracts/file-change.ts'
import { parseJsonObject } from '../contracts/json.ts'

const MOST_TOKENS = 160
/** A table with longer rows does not fit behind the examples. */
const MOST_CHARACTERS = 1_500

interface Shot {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly said: string
  readonly values: readonly string[]
}

const SHOTS: readonly Shot[] = [
  {
    columns: ['Name', 'Phone', 'Street', 'Paid'],
    rows: [
      ['Ella Moss', '555 0182', 'Mill Lane', 'yes'],
      ['Tom Reed', '555 0199', 'High Street', 'no'],
    ],
    said: 'We have a new subscriber: Ann Cole in Park Road, her number is 555 0147, not paid yet',
    values: ['Ann Cole', '555 0147', 'Park Road', 'no'],
  },
  {
    columns: ['item', 'amount', 'unit', 'shelf'],
    rows: [
      ['flour', '3', 'kg', 'top'],
      ['olive oil', '2', 'bottles', 'bottom'],
    ],
    said: 'got 4 tins of chopped tomatoes today, they are on the bottom one',
    values: ['chopped tomatoes', '4', 'tins', 'bottom'],
  },
  {
    columns: ['Date', 'Place', 'Guide', 'Seats'],
    rows: [
      ['12 May', 'Lake walk', 'Jon', '8'],
      ['19 May', 'Old town', 'Mia', '12'],
    ],
    said: 'add the castle for 26 May please, Mia takes it, 10 seats',
    values: ['26 May', 'castle', 'Mia', '10'],
  },
  {
    columns: ['Who', 'Brings', 'For', 'Sure'],
    rows: [
      ['Lea', 'salad', '6', 'yes'],
      ['Ben', 'bread', '10', 'no'],
    ],
    said: 'Carl makes a chocolate cake for 12 people, that is fixed',
    values: ['Carl', 'chocolate cake', '12', 'yes'],
  },
  {
    columns: ['book', 'author', 'shop', 'price', 'state'],
    rows: [
      ['Emma', 'Austen', 'Foyles', '7.99', 'ordered'],
      ['Dracula', 'Stoker', 'Foyles', '6.50', 'here'],
    ],
    said: "One more for the order: Middlemarch by Eliot, 8.99 at Daunt's",
    values: ['Middlemarch', 'Eliot', "Daunt's", '8.99', ''],
  },
]

const STATE: CallState = {
  name: 'new-row',
  messages: [
    {
      role: 'system',
      text: 'Make a new row of the table from the message. Use only words of the message; what it does not say is empty.',
    },
    ...SHOTS.flatMap(({ columns, values, ...shot }): readonly ChatMessage[] => [
      { role: 'user', text: asked({ columns: columns.map((name) => ({ name })), ...shot }) },
      {
        role: 'assistant',
        text: spaced(Object.fromEntries(columns.map((name, at) => [name, values[at] ?? '']))),
      },
    ]),
  ],
}

function asked({
  columns,
  rows,
  said,
}: {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly (readonly string[])[]
  readonly said: string
}): string {
  const lines = [columns.map(({ name }) => name), ...rows].map((cells) => cells.join(' | '))
  return `Table: ${lines.join('\n')}\nMessage: ${said}`
}

/** JSON as the grammar writes it. */
function spaced(values: { readonly [name: string]: string }): string {
  return `{${Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')}}`
}

/** The change with the whole row; undefined: the model left open what the row is of, or the table is too wide. Throws as the engine does. */
export async function writeRow(
  wish: RowWish,
  engine: Engine,
  signal: AbortSignal,
): Promise<FileChange | undefined> {
  if (wish.columns.every(({ choices }) => choices.length === 1))
    return wish.changeWith(wish.columns.map(({ choices }) => choices[0] ?? ''))
  const message = asked(wish)
  if (message.length > MOST_CHARACTERS) return undefined
  const names = wish.columns.map(({ name }) => name)
  const { text, cut } = await engine.writeCall(
    {
      state: STATE,
      message,
      opening: '',
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          wish.columns.map(({ name, choices }) => [name, { type: 'string', enum: [...choices] }]),
        ),
        required: names,
      },
      maxTokens: MOST_TOKENS,
    },
    signal,
  )
  const values = cut ? undefined : parseJsonObject(text)
  return values && wish.changeWith(names.map((name) => String(values[name] ?? '')))
}
