/** Names that look like one. */
export const doubles = {
  'count.pair.one': '{n} pair of names',
  'count.pair.other': '{n} pairs of names',
  'doubles.line': '{pairs} may mean one and the same.',
  'doubles.look': 'Look',
  'doubles.title': 'One or two?',
  'doubles.what':
    'What is known of both would stand under one name; the other stays as another name of it. Nothing is lost, and it can be undone.',
  'doubles.none': 'No two names look like one.',
  'doubles.one': 'One: {into}',
  'doubles.two': 'They are two',
  'doubles.two.of': '{from} and {into} are two',
  'doubles.all': 'Merge {pairs} that differ only in writing',
  'doubles.merged': '{from} is now another name of {into}.',
  'doubles.merged.many': 'Merged {pairs}.',
  'doubles.apart': '{from} and {into} are two, and will not be asked about again.',
  'doubles.why.same name': 'The same name',
  'doubles.why.joined': 'The same name in one word and in two',
  'doubles.why.same words': 'The same words in another form',
  'doubles.why.spelling': 'One letter differs',
  'doubles.why.first name': 'A first name, and a name that begins with it',
  'doubles.why.part of': 'A longer and a shorter name',
} as const;
