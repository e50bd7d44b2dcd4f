/** Identity, health, habits, likes and opinions. Texts with the claims they make below them; read by `readCases`. */
export const SELF = `
I like jazz, tea and hiking.
  state me | likes | jazz [topic]
  state me | likes | tea [topic]
  state me | likes | hiking [topic]
I don't like coriander
  state me | dislikes | coriander [topic]
I don't eat pork.
  state me | avoids | pork [topic]
I'm allergic to walnuts
  state me | allergic to | walnuts [topic]
My birthday is 3 May.
  state me | birthday | "3 May" = --05-03
I'm 41.
  state me | age | "41" = 41
im vegan and i live in ghent
  state me | diet | "vegan" | «im vegan»
  state me | lives in | ghent [place] | «i live in ghent»
Remember that I am allergic to peanuts.
  state me | allergic to | peanuts [topic] | «I am allergic to peanuts»
I broke my wrist last year
  state me | injury | "broken wrist" | from 2025-01-01 year
I think trams are better than buses.
  state me | believes | "trams are better than buses" | 0.8
My favourite film is Alien.
  state me | favourite film | Alien [work]
Teal is my favourite colour.
  state me | favourite colour | Teal [topic]
I don't smoke.
  state me | smokes | "no"
I run three times a week
  state me | exercise | "run three times a week"
My number is 555 0134
  state me | phone number | "555 0134"
I'm reading Dune
  state me | reading | Dune [work]
Peanuts and shellfish <= Do you have any allergies?
  state me | allergic to | Peanuts [topic] | 0.8
  state me | allergic to | shellfish [topic] | 0.8
3 May 1990 <= When is your birthday?
  state me | birthday | "3 May 1990" = 1990-05-03 | 0.8
I no longer eat meat.
  state me | avoids | meat [topic]
I don't eat meat anymore
  state me | avoids | meat [topic]
I have been a vegetarian for three years
  state me | diet | "vegetarian" | from 2023-01-01 year
My dentist is Dr Weiss
  state me | doctor | Dr Weiss [person] | 0.8
I'm Noor, I'm 34 and I live in Utrecht.
  state me | name | "Noor" | «I'm Noor»
  state me | age | "34" = 34 | «I'm 34»
  state me | lives in | Utrecht [place] | «I live in Utrecht»
My name is Noor.
  state me | name | "Noor"
Call me Noor.
  state me | called | "Noor"
You can reach me at noor@example.org
  state me | email address | "noor@example.org"
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
I get up at six
  state me | wakes up at | "six"
I meditate before breakfast
  state me | habit | "meditate before breakfast"
I drink green tea
  state me | drinks | green tea [topic]
I'm Buddhist
  state me | religion | Buddhist [topic]
I vote Green
  state me | political view | "Green"
I'm gay
  state me | sexual orientation | "gay"
I'm a woman
  state me | gender | "woman"
I'm Danish
  state me | nationality | "Danish"
I weigh 70 kg
  state me | weight | "70 kg"
I'm 1.80 m tall
  state me | height | "1.80 m"
My blood type is O negative
  state me | blood type | "O negative"
I take metformin
  state me | takes medication | metformin [thing]
I have asthma
  state me | health condition | asthma [topic]
I'm diabetic
  state me | health condition | diabetes [topic]
I have a peanut allergy
  state me | allergic to | peanut [topic]
I'm lactose intolerant
  state me | allergic to | lactose [topic]
The baby is due on 4 June
  state me | due date | "4 June" = 2027-06-04
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
My pronouns are they/them
  state me | pronouns | "they/them"
I was born on 3 May 1985
  state me | birthday | "3 May 1985" = 1985-05-03
I was born in 1985
  state me | birthday | "1985" = 1985
Hi, I'm Noor.
  state me | name | "Noor" | «I'm Noor»
I have a sprained ankle
  state me | injury | "sprained ankle"
Since I'm allergic to nuts, what can I bake?
  state me | allergic to | nuts [topic] | «I'm allergic to nuts»
I hate Mondays
  state me | dislikes | Mondays [topic]
I'm into jazz
  state me | likes | jazz [topic]
I'm a big fan of Low
  state me | likes | Low [topic]
I play football on Sundays
  state me | plays sport | football [topic]
My name's Noor
  state me | name | "Noor"
Everyone calls me Noz
  state me | called | "Noz"
You can call me Noz
  state me | called | "Noz"
I go by Noz
  state me | called | "Noz"
my birthday's on the 3rd of May
  state me | birthday | "3rd of May" = --05-03
I was born on May 3rd, 1990
  state me | birthday | "May 3rd, 1990" = 1990-05-03
I turned 30 last week
  state me | age | "30" = 30 | from 2026-11-23 day
I'll turn 30 in May
  state me | age | "30" = 30 | from 2027-05-01 month
I'm turning 30 next month
  state me | age | "30" = 30 | from 2026-12-01 month
I'm thirty-four years old
  state me | age | "34" = 34
I'm 34 years old
  state me | age | "34" = 34
My number's +32 470 12 34 56
  state me | phone number | "+32 470 12 34 56"
My e-mail is noor@example.org
  state me | email address | "noor@example.org"
I'm half Danish
  state me | nationality | "Danish"
I have a Danish passport
  state me | nationality | "Danish"
I'm a Danish citizen
  state me | nationality | "Danish"
I have a severe nut allergy
  state me | allergic to | nut [topic]
I'm allergic to cats and dust
  state me | allergic to | cats [topic]
  state me | allergic to | dust [topic]
I can't eat gluten
  state me | avoids | gluten [topic]
I can't stand olives
  state me | dislikes | olives [topic]
I don't drink alcohol
  state me | avoids | alcohol [topic]
I never drink coffee
  state me | avoids | coffee [topic]
I'm on sertraline
  state me | takes medication | sertraline [thing]
I was diagnosed with asthma in 2010
  state me | health condition | asthma [topic] | from 2010-01-01 year
I suffer from migraines
  state me | health condition | migraines [topic]
I've had diabetes since 2005
  state me | health condition | diabetes [topic] | from 2005-01-01 year
I went vegan in January
  state me | diet | "vegan" | from 2026-01-01 month
I follow a keto diet
  state me | diet | "keto"
I go to the gym twice a week
  state me | exercise | "go to the gym twice a week"
I go swimming every Tuesday
  state me | exercise | "go swimming every Tuesday"
I wake up at 6:30
  state me | wakes up at | "6:30"
I drink two cups of coffee a day
  state me | drinks | coffee [topic]
I usually drink tea
  state me | drinks | tea [topic]
I drink a lot of water
  state me | drinks | water [topic]
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
I do yoga every morning
  state me | exercise | "do yoga every morning"
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
My age is 30
  state me | age | "30" = 30
I'm 6 feet tall
  state me | height | "6 feet"
I'm a vegetarian now
  state me | diet | "vegetarian"
I'm French but I live in Rome
  state me | nationality | "French" | «I'm French»
  state me | lives in | Rome [place] | «I live in Rome»
I have a cat allergy
  state me | allergic to | cat [topic]
I'm allergic to nuts. Sorry, I meant to say dairy.
  state me | allergic to | dairy [topic] | «dairy»
Please note that I'm vegan.
  state me | diet | "vegan" | «I'm vegan»
Don't forget: I'm allergic to nuts!
  state me | allergic to | nuts [topic] | «I'm allergic to nuts»
btw im allergic to shellfish
  state me | allergic to | shellfish [topic] | «im allergic to shellfish»
I’m vegan and I don’t eat honey.
  state me | diet | "vegan" | «I’m vegan»
  state me | avoids | honey [topic] | «I don’t eat honey»
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
I run every morning
  state me | exercise | "run every morning"
I see Dr Weiss every month
  state me | doctor | Dr Weiss [person]
I'm due in June
  state me | due date | "June" = 2027-06
I'm expecting a baby in June
  state me | due date | "June" = 2027-06
I smoke
  state me | smokes | "yes"
I don't eat meat or fish
  state me | avoids | meat [topic]
  state me | avoids | fish [topic]
I avoid sugar
  state me | avoids | sugar [topic]
I'm avoiding sugar
  state me | avoids | sugar [topic]
I keep kosher
  state me | diet | "kosher"
I recommend the film Alien
  state me | recommends | Alien [work]
I'd recommend Alien
  state me | recommends | Alien [work]
I take ibuprofen
  state me | takes medication | ibuprofen [thing]
I get up at 7am
  state me | wakes up at | "7am"
I go to bed at ten
  state me | habit | "go to bed at ten"
I pray five times a day
  state me | habit | "pray five times a day"
I'm a conservative
  state me | political view | "conservative"
I'm a feminist
  state me | political view | "feminist"
I'm an atheist
  state me | religion | atheist [topic]
I'm 175 cm tall
  state me | height | "175 cm"
I weigh 70 kilos
  state me | weight | "70 kilos"
I have high blood pressure
  state me | health condition | high blood pressure [topic]
I have a broken leg
  state me | injury | "broken leg"
I saw Alien.
  state me | has watched | Alien [work]
I saw Alien last week
  state me | has watched | Alien [work] | from 2026-11-23 day
My new number is 555 0199
  state me | phone number | "555 0199"
Hey! Quick question: I'm vegan and allergic to soy, any dinner ideas?
  state me | diet | "vegan" | «I'm vegan»
  state me | allergic to | soy [topic] | «allergic to soy»
I hate cilantro, can you replace it?
  state me | dislikes | cilantro [topic] | «I hate cilantro»
I can't eat gluten because I have coeliac disease.
  state me | avoids | gluten [topic] | «I can't eat gluten»
  state me | health condition | coeliac disease [topic] | «I have coeliac disease»
my favorite color is blue and my favorite food is sushi
  state me | favourite colour | blue [topic] | «my favorite color is blue»
  state me | favourite food | sushi [topic] | «my favorite food is sushi»
btw my new phone number is +32 470 11 22 33
  state me | phone number | "+32 470 11 22 33" | «my new phone number is +32 470 11 22 33»
I take metformin for my diabetes.
  state me | takes medication | metformin [thing]
I run 5k every morning before work.
  state me | exercise | "run 5k every morning before work"
I play tennis with Tom on Sundays.
  state me | plays sport | tennis [topic]
My team is Arsenal.
  state me | supports team | Arsenal [organisation]
My partner and I are vegan
  state me | diet | "vegan"
Dr Weiss is my dentist
  state me | doctor | Dr Weiss [person]
1. I'm vegan\\n2. I'm allergic to nuts
  state me | diet | "vegan" | «I'm vegan»
  state me | allergic to | nuts [topic] | «I'm allergic to nuts»
i dont eat meat
  state me | avoids | meat [topic]
im allergic to peanuts and i love jazz
  state me | allergic to | peanuts [topic] | «im allergic to peanuts»
  state me | likes | jazz [topic] | «i love jazz»
my bday is 3 may
  state me | birthday | "3 may" = --05-03
my favourite colour is blue 😀
  state me | favourite colour | blue [topic] | «my favourite colour is blue»
Given that I'm vegan, what should I cook?
  state me | diet | "vegan" | «I'm vegan»
As I'm vegan, I don't eat cheese
  state me | diet | "vegan" | «I'm vegan»
  state me | avoids | cheese [topic] | «I don't eat cheese»
Being vegan, I don't eat cheese
  state me | avoids | cheese [topic] | «I don't eat cheese»
I'm Noor and I'm a nurse
  state me | name | "Noor" | «I'm Noor»
  state me | works as | "nurse" | «I'm a nurse»
My name is Noor Jansen and I'm 34
  state me | name | "Noor Jansen" | «My name is Noor Jansen»
  state me | age | "34" = 34 | «I'm 34»
My name is Noor, I'm from Ghent
  state me | name | "Noor" | «My name is Noor»
Hi I'm Noor
  state me | name | "Noor" | «I'm Noor»
Hello, my name's Noor. I'm a nurse at Novatek.
  state me | name | "Noor" | «my name's Noor»
  state me | works as | "nurse" | «I'm a nurse at Novatek»
  state me | works at | Novatek [organisation] | «I'm a nurse at Novatek»
I'm 34, married, with two kids
  state me | age | "34" = 34
I'll be 35 next month
  state me | age | "35" = 35 | from 2026-12-01 month
In May I'll be 35
  state me | age | "35" = 35 | from 2027-05-01 month
I'm turning 35 on 3 May
  state me | age | "35" = 35 | from 2027-05-03 day
My birthday was yesterday
  state me | birthday | "yesterday" = --11-29
My birthday is tomorrow
  state me | birthday | "tomorrow" = --12-01
My birthday's May 3
  state me | birthday | "May 3" = --05-03
My email is noor@example.org, my phone is 555 0134
  state me | email address | "noor@example.org" | «My email is noor@example.org»
  state me | phone number | "555 0134" | «my phone is 555 0134»
I was born in 1990
  state me | birthday | "1990" = 1990
I was born in May 1990
  state me | birthday | "May 1990" = 1990-05
I like jazz. Actually it's great
  state me | likes | jazz [topic] | «I like jazz»
`;
