/** Likes, hobbies, opinions, and what one reads, sees and hears. Texts with the claims they make below them; read by `readCases`. */
export const LIKES = `
I like jazz, tea and hiking.
  state me | likes | jazz [topic]
  state me | likes | tea [topic]
  state me | likes | hiking [topic]
I don't like coriander
  state me | dislikes | coriander [topic]
I think trams are better than buses.
  state me | believes | "trams are better than buses" | 0.8
My favourite film is Alien.
  state me | favourite film | Alien [work]
Teal is my favourite colour.
  state me | favourite colour | Teal [topic]
I'm reading Dune
  state me | reading | Dune [work]
I hate coriander and olives
  state me | dislikes | coriander [topic]
  state me | dislikes | olives [topic]
I love to cook.
  state me | likes | cook [topic]
I prefer tea to coffee
  state me | prefers | "tea"
I'd rather have tea
  state me | prefers | "tea"
I read Dune last month
  state me | has read | Dune [work] | from 2026-10-01 month
I finished Dune
  state me | has read | Dune [work]
I saw Alien yesterday
  state me | has watched | Alien [work] | from 2026-11-29 day
I'm watching Dark
  state me | watching | Dark [work]
I listen to Low
  state me | listens to | Low [topic]
I support Celtic
  state me | supports team | Celtic [organisation]
I'm Buddhist
  state me | religion | Buddhist [topic]
I vote Green
  state me | political view | "Green"
I collect stamps
  state me | collects | stamps [thing]
I'm afraid of heights
  state me | fears | heights [topic]
I'm interested in astronomy
  state me | interested in | astronomy [topic]
My hobby is birdwatching
  state me | hobby | birdwatching [topic]
My hobbies are chess, knitting and sailing
  state me | hobby | chess [topic]
  state me | hobby | knitting [topic]
  state me | hobby | sailing [topic]
I recommend the Ritz bakery
  state me | recommends | Ritz bakery [work]
I hate Mondays
  state me | dislikes | Mondays [topic]
I'm into jazz
  state me | likes | jazz [topic]
I'm a big fan of Low
  state me | likes | Low [topic]
I play football on Sundays
  state me | plays sport | football [topic]
I can't stand olives
  state me | dislikes | olives [topic]
I really enjoy hiking in the mountains
  state me | likes | hiking in the mountains [topic]
I absolutely adore old maps
  state me | likes | old maps [topic]
I've always loved trains
  state me | likes | trains [topic]
I'm really into board games
  state me | likes | board games [topic]
I can't stand loud music
  state me | dislikes | loud music [topic]
I'm not a fan of horror movies
  state me | dislikes | horror movies [topic]
I'm not keen on olives
  state me | dislikes | olives [topic]
I don't enjoy running
  state me | dislikes | running [topic]
I prefer window seats
  state me | prefers | "window seats"
I prefer to work in the mornings
  state me | prefers | "work"
My favourite band is The National
  state me | favourite music | The National [work]
My favorite color is dark green
  state me | favourite colour | dark green [topic]
my fave food is lasagne
  state me | favourite food | lasagne [topic]
My favourite book is Pride and Prejudice by Jane Austen
  state me | favourite book | Pride and Prejudice [work]
My favourite film is "The Third Man"
  state me | favourite film | The Third Man [work]
My favourite place is the lake near our house
  state me | favourite place | lake [place]
My favourite animal is the otter, and my favourite season is autumn.
  state me | favourite animal | otter [topic] | «My favourite animal is the otter»
  state me | favourite season | autumn [topic] | «my favourite season is autumn»
I'm scared of spiders
  state me | fears | spiders [topic]
I have a fear of flying
  state me | fears | flying [topic]
I'm terrified of dogs
  state me | fears | dogs [topic]
I collect old postcards and coins
  state me | collects | old postcards [thing]
  state me | collects | coins [thing]
I've taken up pottery
  state me | hobby | pottery [topic]
I play chess online
  state me | plays game | chess [work]
I play a lot of Stardew Valley
  state me | plays game | Stardew Valley [work]
I'm reading "The Hobbit" at the moment
  state me | reading | The Hobbit [work]
I'm currently reading Middlemarch
  state me | reading | Middlemarch [work]
I just finished Middlemarch
  state me | has read | Middlemarch [work]
I started reading Emma
  state me | reading | Emma [work]
I'm watching Severance with my wife
  state me | watching | Severance [work]
I've seen Alien three times
  state me | has watched | Alien [work]
I watched Alien last night
  state me | has watched | Alien [work] | from 2026-11-29 day
I listen to jazz
  state me | listens to | jazz [topic]
I'm a fan of Arsenal
  state me | likes | Arsenal [topic]
I support Arsenal
  state me | supports team | Arsenal [organisation]
I believe in ghosts
  state me | believes | "ghosts"
I believe that schools should start later
  state me | believes | "schools should start later" | 0.8
In my opinion, trains are better than planes
  state me | believes | "trains are better than planes" | 0.8
I'm a Catholic
  state me | religion | Catholic [topic]
I converted to Islam
  state me | religion | Islam [topic]
My favourite film is "The Third Man".
  state me | favourite film | The Third Man [work]
I like jazz, but not techno
  state me | likes | jazz [topic]
I like fish and chips
  state me | likes | fish and chips [topic]
I like rock and roll, swimming and tea
  state me | likes | rock and roll [topic]
  state me | likes | swimming [topic]
  state me | likes | tea [topic]
I enjoy reading, cooking and long walks
  state me | likes | reading [topic]
  state me | likes | cooking [topic]
  state me | likes | long walks [topic]
We love camping
  state me | likes | camping [topic]
I recommend the film Alien
  state me | recommends | Alien [work]
I'd recommend Alien
  state me | recommends | Alien [work]
I'm a conservative
  state me | political view | "conservative"
I'm a feminist
  state me | political view | "feminist"
I'm an atheist
  state me | religion | atheist [topic]
I saw Alien.
  state me | has watched | Alien [work]
I saw Alien last week
  state me | has watched | Alien [work] | from 2026-11-23 day
I hate cilantro, can you replace it?
  state me | dislikes | cilantro [topic] | «I hate cilantro»
my favorite color is blue and my favorite food is sushi
  state me | favourite colour | blue [topic] | «my favorite color is blue»
  state me | favourite food | sushi [topic] | «my favorite food is sushi»
I play tennis with Tom on Sundays.
  state me | plays sport | tennis [topic]
My team is Arsenal.
  state me | supports team | Arsenal [organisation]
my favourite colour is blue 😀
  state me | favourite colour | blue [topic] | «my favourite colour is blue»
I like jazz. Actually it's great
  state me | likes | jazz [topic] | «I like jazz»
I prefer trains over planes
  state me | prefers | "trains"
I prefer the window seat
  state me | prefers | "window seat"
I prefer dogs to cats
  state me | prefers | "dogs"
I'm terrified of spiders
  state me | fears | spiders [topic]
I'm scared of flying
  state me | fears | flying [topic]
I'm halfway through Middlemarch
  state me | reading | Middlemarch [work]
I'm in the middle of Dune
  state me | reading | Dune [work]
I've finished reading Emma
  state me | has read | Emma [work]
I've read Emma twice
  state me | has read | Emma [work]
I'm binge-watching Dark
  state me | watching | Dark [work]
We watched Alien together
  state me | has watched | Alien [work]
I'm listening to Low right now
  state me | listens to | Low [topic]
I listen to Low a lot
  state me | listens to | Low [topic]
I love listening to Low
  state me | likes | listening to Low [topic]
I've supported Celtic since 1990
  state me | supports team | Celtic [organisation] | from 1990-01-01 year
I think cats are better than dogs
  state me | believes | "cats are better than dogs" | 0.8
I believe in reincarnation
  state me | believes | "reincarnation"
I highly recommend Emma
  state me | recommends | Emma [work]
I'm a practising Catholic
  state me | religion | Catholic [topic]
I'm Jewish
  state me | religion | Jewish [topic]
I vote Labour
  state me | political view | "Labour"
I have never liked jazz
  state me | dislikes | jazz [topic]
I quite like jazz
  state me | likes | jazz [topic]
I really don't like jazz
  state me | dislikes | jazz [topic]
I don't really like jazz
  state me | dislikes | jazz [topic]
I don't particularly like jazz
  state me | dislikes | jazz [topic]
I like jazz too
  state me | likes | jazz [topic]
I also like jazz
  state me | likes | jazz [topic]
I only like jazz
  state me | likes | jazz [topic]
I like jazz etc.
  state me | likes | jazz [topic]
I like jazz, tea, etc.
  state me | likes | jazz [topic]
  state me | likes | tea [topic]
I like jazz and stuff
  state me | likes | jazz [topic]
I like jazz & tea
  state me | likes | jazz [topic]
  state me | likes | tea [topic]
`;
