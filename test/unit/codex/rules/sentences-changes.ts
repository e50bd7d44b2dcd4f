/** Ends, corrections, retractions, the past and doubt. Texts with the claims they make below them; read by `readCases`. */
export const CHANGES = `
I used to live in Porto.
  state me | lives in | Porto [place] | past
I lived in Rome from 2015 to 2018.
  state me | lives in | Rome [place] | from 2015-01-01 year | to 2018-01-01 year | past
I quit my job at Novatek last week.
  end me | works at | Novatek [organisation] | to 2026-11-23 day
Actually I live in Braga, not Porto.
  correct me | lives in | Braga [place] | not Porto [place] | «I live in Braga, not Porto»
I live in Porto. Sorry, I meant Braga.
  correct me | lives in | Braga [place] | not Porto [place] | «I meant Braga»
I said I live in Porto, but it's Braga.
  correct me | lives in | Braga [place] | not Porto [place] | «it's Braga»
I never lived in Porto.
  retract me | lives in | Porto [place]
That's not true, I don't have a dog.
  retract me | pet | dog [pet] | «I don't have a dog»
Maybe I will move to Oslo in June.
  state me | lives in | Oslo [place] | from 2027-06-01 month | 0.5 | «I will move to Oslo in June»
Tom says he lives in Malmö.
  state Tom [person] | lives in | Malmö [place] | 0.65 | «he lives in Malmö»
I broke up with Leo
  end me | partner | Leo [person]
I stopped drinking coffee in March
  end me | drinks | coffee [topic] | to 2026-03-01 month
I gave up smoking last year
  end me | smokes | "yes" | to 2025-01-01 year
I was a nurse until 2019
  state me | works as | "nurse" | to 2019-01-01 year | past
I worked at Novatek for three years
  state me | works at | Novatek [organisation] | past
I'm not a vegetarian anymore
  end me | diet | "vegetarian"
I sold my boat last month
  state me | sold | boat [thing] | from 2026-10-01 month
  end me | owns | boat [thing] | to 2026-10-01 month
I cancelled my Netflix subscription
  end me | subscribes to | Netflix [work]
Tom told me that his sister lives in Oslo
  state Tom [person]'s sister (sibling) | lives in | Oslo [place] | 0.65 | «his sister lives in Oslo»
I'm not sure but I think my birthday is on 3 May
  state me | birthday | "3 May" = --05-03 | 0.5 | «my birthday is on 3 May»
Maybe I like jazz
  state me | likes | jazz [topic] | 0.5 | «I like jazz»
I might move to Oslo in June
  state me | lives in | Oslo [place] | from 2027-06-01 month | 0.5
I left Novatek in June
  end me | works at | Novatek [organisation] | to 2026-06-01 month
I left my job
  end me | works at | -
I lived in Milan until 2020
  state me | lives in | Milan [place] | to 2020-01-01 year | past
I used to live in Milan but now I live in Turin
  state me | lives in | Milan [place] | past | «I used to live in Milan»
  state me | lives in | Turin [place] | «I live in Turin»
We no longer live in Milan
  end me | lives in | Milan [place]
I don't live in Milan anymore, I live in Turin
  end me | lives in | Milan [place] | «I don't live in Milan anymore»
  state me | lives in | Turin [place] | «I live in Turin»
I moved out of Milan in March
  end me | lives in | Milan [place] | to 2026-03-01 month
I used to work at Acme
  state me | works at | Acme [organisation] | past
I worked at Acme from 2010 to 2015
  state me | works at | Acme [organisation] | from 2010-01-01 year | to 2015-01-01 year | past
I resigned from Acme
  end me | works at | Acme [organisation]
I got fired
  end me | works at | -
I was laid off last week
  end me | works at | - | to 2026-11-23 day
I broke up with my boyfriend
  end me | partner | -
I no longer have asthma
  end me | health condition | asthma [topic]
I used to be vegan
  state me | diet | "vegan" | past
I used to like techno
  state me | likes | techno [topic] | past
I no longer like techno
  end me | likes | techno [topic]
I used to play the drums
  state me | plays instrument | drums [thing] | past
I stopped playing tennis in 2020
  end me | plays sport | tennis [topic] | to 2020-01-01 year
I cancelled my gym membership
  end me | member of | gym [organisation]
I have never been to Peru
  retract me | visited | Peru [place]
Ana said she loves jazz
  state Ana [person] | likes | jazz [topic] | 0.65 | «she loves jazz»
Ana told me she's allergic to nuts
  state Ana [person] | allergic to | nuts [topic] | 0.65 | «she's allergic to nuts»
Correction: I live in Braga.
  correct me | lives in | Braga [place] | «I live in Braga»
Correction, my birthday is 4 May, not 3 May.
  correct me | birthday | "4 May" = --05-04 | not "3 May" = --05-03 | «my birthday is 4 May, not 3 May»
My birthday is 4 May, not 3 May
  correct me | birthday | "4 May" = --05-04 | not "3 May" = --05-03
I work at Acme. Actually it was Novatek.
  correct me | works at | Novatek [organisation] | not Acme [organisation] | «it was Novatek»
My favourite colour is blue. No wait, I meant green.
  correct me | favourite colour | green [topic] | not blue [topic] | «I meant green»
I don't live in Porto but in Braga
  correct me | lives in | Braga [place] | not Porto [place]
I never worked at Acme
  retract me | works at | Acme [organisation]
I have never owned a car
  retract me | owns | car [thing]
That's wrong, I live in Braga.
  correct me | lives in | Braga [place] | «I live in Braga»
You're wrong, my name is Noor, not Nora.
  correct me | name | "Noor" | not "Nora" | «my name is Noor, not Nora»
When I lived in Rome I loved pizza
  state me | lives in | Rome [place] | past | «I lived in Rome»
When I was a child I lived in Rome
  state me | lives in | Rome [place] | past | «I lived in Rome»
Before I moved to Rome, I lived in Milan
  state me | lives in | Milan [place] | past | «I lived in Milan»
Ana used to work at Acme
  state Ana [person] | works at | Acme [organisation] | past | 0.8
Ana no longer works at Acme
  end Ana [person] | works at | Acme [organisation] | 0.8
Ana quit her job
  end Ana [person] | works at | - | 0.8
Ana probably lives in Oslo
  state Ana [person] | lives in | Oslo [place] | 0.5
I think Ana lives in Oslo
  state Ana [person] | lives in | Oslo [place] | 0.5 | «Ana lives in Oslo»
Apparently Ana moved to Oslo
  state Ana [person] | lives in | Oslo [place] | 0.5 | «Ana moved to Oslo»
As far as I know, Ana works at Acme
  state Ana [person] | works at | Acme [organisation] | 0.5 | «Ana works at Acme»
I live in Turin, I think
  state me | lives in | Turin [place] | 0.5 | «I live in Turin»
I probably have asthma
  state me | health condition | asthma [topic] | 0.5
Perhaps my favourite colour is teal
  state me | favourite colour | teal [topic] | 0.5 | «my favourite colour is teal»
I lost my job
  end me | works at | -
I quit smoking in 2010
  end me | smokes | "yes" | to 2010-01-01 year
I don't smoke anymore
  end me | smokes | "yes"
We had a dog called Rex when I was a kid
  state me | pet | Rex [pet] | past | «We had a dog called Rex»
  state Rex [pet] | species | "dog" | «We had a dog called Rex»
I left Acme to join Novatek
  end me | works at | Acme [organisation]
I was a nurse for ten years
  state me | works as | "nurse" | past
I used to be a nurse
  state me | works as | "nurse" | past
I'm no longer a nurse
  end me | works as | "nurse"
I'm not a doctor but a nurse
  correct me | works as | "nurse" | not "doctor"
Until last week I worked at Acme
  state me | works at | Acme [organisation] | to 2026-11-23 day | past
From 2015 to 2018 I lived in Rome
  state me | lives in | Rome [place] | from 2015-01-01 year | to 2018-01-01 year | past
Between 2015 and 2018 I lived in Rome
  state me | lives in | Rome [place] | from 2015-01-01 year | to 2018-01-01 year | past
I lived in Rome for two years
  state me | lives in | Rome [place] | past
I lived in Rome as a child
  state me | lives in | Rome [place] | past
I've lived in Rome
  state me | lives in | Rome [place] | past
I'm leaving Novatek in January
  end me | works at | Novatek [organisation] | to 2027-01-01 month
My address used to be 12 Mill Lane
  state me | home address | "12 Mill Lane" | past
I sold my car and bought a cargo bike instead.
  state me | sold | car [thing] | «I sold my car»
  end me | owns | car [thing] | «I sold my car»
  state me | bought | cargo bike [thing] | «bought a cargo bike instead»
I sold my old Volvo last month and now I ride a Brompton to work.
  state me | sold | old Volvo [thing] | from 2026-10-01 month | «I sold my old Volvo last month»
  end me | owns | old Volvo [thing] | to 2026-10-01 month | «I sold my old Volvo last month»
  state me | rides | Brompton [thing] | «I ride a Brompton to work»
Leo and I broke up last month.
  end me | partner | Leo [person] | to 2026-10-01 month
I've never been to Asia but I'd love to go to Japan.
  retract me | visited | Asia [place] | «I've never been to Asia»
  state me | plans to visit | Japan [place] | «I'd love to go to Japan»
No, I live in Braga.
  correct me | lives in | Braga [place] | «I live in Braga»
No, my name is Noor.
  correct me | name | "Noor" | «my name is Noor»
Wait, that's wrong. My birthday is 4 May.
  correct me | birthday | "4 May" = --05-04 | «My birthday is 4 May»
I no longer take metformin.
  end me | takes medication | metformin [thing]
I stopped taking metformin in June.
  end me | takes medication | metformin [thing] | to 2026-06-01 month
I'm not allergic to nuts anymore.
  end me | allergic to | nuts [topic]
I was allergic to nuts as a child.
  state me | allergic to | nuts [topic] | past
I think I'm allergic to nuts
  state me | allergic to | nuts [topic] | 0.5 | «I'm allergic to nuts»
I believe I was born in Lima
  state me | born in | Lima [place] | 0.5 | «I was born in Lima»
I guess I like jazz
  state me | likes | jazz [topic] | 0.5 | «I like jazz»
I might be allergic to nuts
  state me | allergic to | nuts [topic] | 0.5
I may have asthma
  state me | health condition | asthma [topic] | 0.5
My sister used to live in Oslo
  state me's sister (sibling) | lives in | Oslo [place] | past
My sister no longer lives in Oslo
  end me's sister (sibling) | lives in | Oslo [place]
Tom broke up with Ana
  end Tom [person] | partner | Ana [person] | 0.8
Tom claims that he works at Acme
  state Tom [person] | works at | Acme [organisation] | 0.65 | «he works at Acme»
Tom said he used to live in Oslo
  state Tom [person] | lives in | Oslo [place] | past | 0.65 | «he used to live in Oslo»
Tom said that his birthday is 3 May
  state Tom [person] | birthday | "3 May" = --05-03 | 0.65 | «his birthday is 3 May»
Tom mentioned he's allergic to nuts
  state Tom [person] | allergic to | nuts [topic] | 0.65 | «he's allergic to nuts»
Tom told us that Ana works at Acme
  state Ana [person] | works at | Acme [organisation] | 0.65 | «Ana works at Acme»
i used to live in porto but now i live in braga
  state me | lives in | porto [place] | past | «i used to live in porto»
  state me | lives in | braga [place] | «i live in braga»
i dont live in porto anymore
  end me | lives in | porto [place]
My first dog was called Rex
  state me | pet | Rex [pet] | past
  state Rex [pet] | species | "dog"
My old boss was Ines
  state me | reports to | Ines [person] | past | 0.8
My previous employer was Acme
  state me | works at | Acme [organisation] | past
I lived in Lima until I was ten
  state me | lives in | Lima [place] | past | «I lived in Lima»
No, it's Braga, not Porto. <= So you live in Porto?
  correct me | lives in | Braga [place] | not Porto [place] | «it's Braga, not Porto»
No, Braga <= You live in Porto, right?
  correct me | lives in | Braga [place] | not Porto [place] | «Braga»
I meant Braga <= You said you live in Porto.
  correct me | lives in | Braga [place] | not Porto [place]
Sorry, I meant 4 May <= Got it, your birthday is 3 May.
  correct me | birthday | "4 May" = --05-04 | not "3 May" = --05-03 | «I meant 4 May»
It's Noor, not Nora <= Nice to meet you, your name is Nora.
  correct me | name | "Noor" | not "Nora"
No, I work at Acme <= You work at Novatek?
  correct me | works at | Acme [organisation] | «I work at Acme»
My favourite colour is blue. Actually it's green, not blue.
  correct me | favourite colour | green [topic] | not blue [topic] | «it's green, not blue»
I don't live in Ghent, I live in Bruges
  correct me | lives in | Bruges [place] | not Ghent [place] | «I live in Bruges»
I don't work at Acme, I work at Novatek
  correct me | works at | Novatek [organisation] | not Acme [organisation] | «I work at Novatek»
I'm not a nurse, I'm a doctor
  correct me | works as | "doctor" | not "nurse" | «I'm a doctor»
My name isn't Nora, it's Noor
  correct me | name | "Noor" | not "Nora" | «it's Noor»
My birthday isn't on 3 May, it's on 4 May
  correct me | birthday | "4 May" = --05-04 | not "3 May" = --05-03 | «it's on 4 May»
I used to have a dog
  state me | pet | dog [pet] | past
I used to have a dog called Rex
  state me | pet | Rex [pet] | past
  state Rex [pet] | species | "dog"
I had a dog called Rex
  state me | pet | Rex [pet] | past
  state Rex [pet] | species | "dog"
I sold my car
  state me | sold | car [thing]
  end me | owns | car [thing]
I don't own a car anymore
  end me | owns | car [thing]
I was married to Ana
  state me | partner | Ana [person] | past
I was married to Ana from 2010 to 2015
  state me | partner | Ana [person] | from 2010-01-01 year | to 2015-01-01 year | past
Ana and I were married until 2015
  state me | partner | Ana [person] | to 2015-01-01 year | past
  state me | marital status | "married" | to 2015-01-01 year | past
I left my wife
  end me | partner | -
I no longer live with Leo
  end me | lives with | Leo [person]
I like jazz, I guess
  state me | likes | jazz [topic] | 0.5 | «I like jazz»
I like jazz, probably
  state me | likes | jazz [topic] | 0.5 | «I like jazz»
`;
