// What is said of what the program cannot do, with what it can do of it.
import type { Beyond } from '../../contracts/request-acts.ts'

const SENTENCES: Readonly<Record<Beyond, string>> = {
  mail: 'I can’t send or read mail from here. I can write the text for you to send, or remind you of it.',
  message: 'I can’t send messages from here. I can write the text for you to send, or remind you of it.',
  call: 'I can’t make phone calls. I can look for the number in your files, or remind you to call.',
  post: 'I can’t post anything online. I can write the text for you to post.',
  book: 'I can’t book or reserve anything. I can note it in your files, or remind you to do it.',
  order: 'I can’t order anything. I can put it on a list, or remind you to order it.',
  pay: 'I can’t pay or transfer money. I can note it in your files, or remind you to pay.',
  live: 'I can’t look up live information such as prices, news or departures. If you give me the address of a page, I can read it.',
  home: 'I can’t switch anything in your home. I can remind you to do it.',
  print: 'I can’t print or scan. I can put the text into a file that you can print.',
  photo: 'I can’t take or look at pictures. I can work with text and tables.',
  media: 'I can’t play music or video.',
  calendar: 'I can’t reach your calendar. I can keep the date in your files, or remind you.',
  contact: 'I can’t reach your contacts. I can look in your files, or remember what you tell me.',
  account:
    'I can’t log in to accounts or see what is in them. I can work with files that you put into this folder.',
  machine: 'I can’t reach other devices or computers. I can run commands on this one.',
  sense: 'I can’t see, hear or locate anything around you. Tell me, and I can work with that.',
  world: 'I can’t do that: I only work on this computer. I can note it, or remind you of it.',
  other: 'I can’t do that from here. I can work with your files, calculate, remember and remind.',
}

/** One sentence that says so, and what can be done. */
export function cannotDo(what: Beyond): string {
  return SENTENCES[what]
}
