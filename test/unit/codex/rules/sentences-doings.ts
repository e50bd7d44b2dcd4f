/** Plans, things, events, skills, travel and money. Texts with the claims they make below them; read by `readCases`. */
export const DOINGS = `
I cycle to work
  state me | commutes by | "bicycle"
I play the cello and I play tennis
  state me | plays instrument | cello [thing] | «I play the cello»
  state me | plays sport | tennis [topic] | «I play tennis»
I plan to learn to dive.
  state me | plans to | "learn to dive"
We're going to Crete in June.
  state me | plans to visit | Crete [place]
I speak Turkish and French fluently
  state me | speaks | Turkish [topic]
  state me | speaks | French [topic]
I've been to Japan twice.
  state me | visited | Japan [place]
I owe Tom 50 euros
  state me | owes | "50 euros" = 50 EUR
I pay 900 euros in rent
  state me | pays rent | "900 euros" = 900 EUR
I earn 3,200 euros a month.
  state me | salary | "3,200 euros a month" = 3200 EUR/month
I joined the rowing club two years ago
  state me | member of | rowing club [organisation] | from 2024-01-01 year
I bought a kayak yesterday
  state me | bought | kayak [thing] | from 2026-11-29 day
I'd love to visit Japan.
  state me | plans to visit | Japan [place]
I want to buy a kayak
  state me | plans to buy | kayak [thing]
I'm saving for a house
  state me | saving for | house [thing]
My goal is to run a marathon.
  state me | goal | "run a marathon"
I have an appointment on Tuesday at 3pm
  state me | appointment | "on Tuesday at 3pm"
My dentist appointment is on the 12th
  state me | appointment | "on the 12th"
I drive a Skoda
  state me | drives | Skoda [thing]
I ride a Brompton
  state me | rides | Brompton [thing]
I use Emacs
  state me | uses | Emacs [thing]
I have an iPhone 13
  state me | phone model | iPhone 13 [thing]
My laptop is a Framework 13.
  state me | computer | Framework 13 [thing]
I can juggle
  state me | can | "juggle"
I'm learning Welsh.
  state me | learning | Welsh [topic]
I take a pottery class on Mondays
  state me | attends | pottery class [topic]
I went to the book fair last week
  state me | attended | book fair [event] | from 2026-11-23 day
I won the chess cup in 2019
  state me | won | "chess cup" | from 2019-01-01 year
We celebrate Diwali
  state me | celebrates | Diwali [event]
I subscribe to Le Monde
  state me | subscribes to | Le Monde [work]
I spend 40 euros a month on coffee
  state me | spends on | coffee [topic]
I bank with Triodos
  state me | banks with | Triodos [organisation]
My rent is 900 euros
  state me | pays rent | "900 euros" = 900 EUR
The rent is 900 euros
  state me | pays rent | "900 euros" = 900 EUR
The deadline is 1 March
  state me | deadline | "1 March" = 2027-03-01
Last year I visited Rome and Naples.
  state me | visited | Rome [place] | from 2025-01-01 year
  state me | visited | Naples [place] | from 2025-01-01 year
I went to Rome last week
  state me | visited | Rome [place] | from 2026-11-23 day
I have a meeting at 3
  state me | appointment | "at 3"
I play guitar
  state me | plays instrument | guitar [thing]
I'm learning Spanish and Italian
  state me | learning | Spanish [topic]
  state me | learning | Italian [topic]
I speak fluent Dutch
  state me | speaks | Dutch [topic]
I speak Dutch, French and a bit of German
  state me | speaks | Dutch [topic]
  state me | speaks | French [topic]
  state me | speaks | German [topic]
I'm fluent in Dutch
  state me | speaks | Dutch [topic]
My native language is Dutch
  state me | speaks | Dutch [topic]
I take the train to work
  state me | commutes by | "train"
I commute by tram
  state me | commutes by | "tram"
I can play the violin
  state me | can | "play the violin"
I play the violin and the piano
  state me | plays instrument | violin [thing]
  state me | plays instrument | piano [thing]
I plan to visit Peru next year
  state me | plans to visit | Peru [place]
I'm planning a trip to Peru
  state me | plans to visit | Peru [place]
I'm planning to run a marathon
  state me | plans to | "run a marathon"
I want to visit Peru
  state me | plans to visit | Peru [place]
I'm going to buy a kayak
  state me | plans to buy | kayak [thing]
I'm thinking of buying a kayak
  state me | plans to buy | kayak [thing]
We're flying to Lisbon on Friday
  state me | plans to visit | Lisbon [place]
I'm travelling to Lisbon in May
  state me | plans to visit | Lisbon [place]
I'm going to start a podcast next year
  state me | plans to | "start a podcast next year"
I want to become a pilot
  state me | goal | "become a pilot"
I dream of becoming a pilot
  state me | goal | "becoming a pilot"
My dream is to open a bakery
  state me | goal | "open a bakery"
My goal for this year is to read 50 books
  state me | goal | "read 50 books"
I'm saving up for a new bike
  state me | saving for | new bike [thing]
I have a dentist appointment next Tuesday
  state me | appointment | "dentist appointment next Tuesday"
I have an appointment with Dr Weiss on 4 May at 10:00
  state me | appointment | "with Dr Weiss on 4 May at 10:00"
We have a budget of 2,000 euros for the trip
  state me | budget | "2,000 euros" = 2000 EUR
My budget is $500
  state me | budget | "$500" = 500 USD
I spend around 60 pounds a month on books
  state me | spends on | books [topic]
I pay 1200 dollars a month for rent
  state me | pays rent | "1200 dollars a month" = 1200 USD/month
I have an account with Triodos
  state me | banks with | Triodos [organisation]
I opened an account at Triodos
  state me | banks with | Triodos [organisation]
I'm subscribed to The Economist
  state me | subscribes to | The Economist [work]
I have a Spotify subscription
  state me | subscribes to | Spotify [work]
I own a canoe and a kayak
  state me | owns | canoe [thing]
  state me | owns | kayak [thing]
I have a piano
  state me | owns | piano [thing]
I have a red bicycle
  state me | owns | red bicycle [thing]
I drive an old Volvo
  state me | drives | old Volvo [thing]
I bought a Volvo
  state me | bought | Volvo [thing]
I switched to a Pixel 8
  state me | phone model | Pixel 8 [thing]
I use a MacBook Pro
  state me | computer | MacBook Pro [thing]
I use Linux and Emacs
  state me | uses | Linux [thing]
  state me | uses | Emacs [thing]
I switched from Emacs to Neovim
  state me | uses | Neovim [thing]
I lost my wallet yesterday
  state me | lost | wallet [thing] | from 2026-11-29 day
I met Dana at a conference
  state me | met | Dana [person]
I met with Dana
  state me | met | Dana [person]
I won a scholarship
  state me | won | "scholarship"
I attended a workshop on ceramics
  state me | attended | workshop [event]
I signed up for a pottery course
  state me | attends | pottery course [topic]
I have a driving licence
  state me | certified in | "driving licence"
I got my driving licence last year
  state me | certified in | "driving licence" | from 2025-01-01 year
I'm certified in first aid
  state me | certified in | first aid [topic]
I'm a member of the chess club
  state me | member of | chess club [organisation]
I sing in a choir
  state me | member of | choir [organisation]
We celebrate Hanukkah
  state me | celebrates | Hanukkah [event]
I've visited Peru, Chile and Bolivia
  state me | visited | Peru [place]
  state me | visited | Chile [place]
  state me | visited | Bolivia [place]
I went to Peru in 2015
  state me | visited | Peru [place] | from 2015-01-01 year
We spent two weeks in Peru
  state me | visited | Peru [place]
I was in Peru last summer
  state me | visited | Peru [place] | from 2026-06-01 month
I have a dentist appointment next Tuesday at 3pm
  state me | appointment | "dentist appointment next Tuesday at 3pm"
I'm going to visit Peru
  state me | plans to visit | Peru [place]
I'm working on my thesis
  state me | works on | thesis [project]
I bought a ticket to Rome
  state me | bought | ticket [thing]
I lost my keys in the park
  state me | lost | keys [thing]
I can speak Dutch
  state me | can | "speak Dutch"
I can cook Thai food
  state me | can | "cook Thai food"
I owe my brother 200 euros
  state me | owes | "200 euros" = 200 EUR
I'm saving money for a trip to Japan
  state me | saving for | trip [thing]
I make 50k euros a year
  state me | salary | "50k euros a year" = 50000 EUR/year
My salary is 3000 euros per month
  state me | salary | "3000 euros per month" = 3000 EUR/month
I pay for Netflix
  state me | subscribes to | Netflix [work]
I use Vim at work
  state me | uses | Vim [thing]
I drive to work
  state me | commutes by | "car"
I drive a truck for a living
  state me | drives | truck [thing]
I ride my bike to work
  state me | rides | bike [thing]
I ride a horse
  state me | rides | horse [thing]
I walk to work
  state me | commutes by | "walking"
We celebrate Christmas with my family
  state me | celebrates | Christmas [event]
I've got a job interview at Acme on Thursday.
  state me | appointment | "at Acme on Thursday"
I'm saving up to buy a house.
  state me | saving for | house [thing]
My goal is to run a marathon under four hours by next spring.
  state me | goal | "run a marathon under four hours by next spring"
I'd like to visit Japan someday.
  state me | plans to visit | Japan [place]
We're going on holiday to Crete in June.
  state me | plans to visit | Crete [place]
I'm flying to Lisbon next week for work.
  state me | plans to visit | Lisbon [place]
I went to Rome with Ana in 2018.
  state me | visited | Rome [place] | from 2018-01-01 year
I'm doing a PhD in biology at Ghent University.
  state me | studies | biology [topic]
  state me | studies at | Ghent University [organisation]
My new car is a Tesla Model 3
  state me | drives | Tesla Model 3 [thing]
My car is a red Toyota
  state me | drives | red Toyota [thing]
I drive a red Toyota Yaris
  state me | drives | red Toyota Yaris [thing]
My phone is an iPhone 15
  state me | phone model | iPhone 15 [thing]
My native language is Dutch and I speak English fluently
  state me | speaks | Dutch [topic] | «My native language is Dutch»
  state me | speaks | English [topic] | «I speak English fluently»
I'm part of a running club
  state me | member of | running club [organisation]
I recently joined the local choir
  state me | member of | local choir [organisation]
I make 2,500 euros a month
  state me | salary | "2,500 euros a month" = 2500 EUR/month
I get paid 25 euros an hour
  state me | salary | "25 euros an hour" = 25 EUR/hour
My thesis deadline is 1 March
  state me | deadline | "1 March" = 2027-03-01
I ride a Ducati
  state me | rides | Ducati [thing]
I ride horses
  state me | rides | horses [thing]
My laptop is a ThinkPad X1
  state me | computer | ThinkPad X1 [thing]
I switched from Windows to Linux
  state me | uses | Linux [thing]
I'm using Obsidian for my notes
  state me | uses | Obsidian [thing]
I use Notion every day
  state me | uses | Notion [thing]
I know how to juggle
  state me | can | "juggle"
I can drive a tractor
  state me | can | "drive a tractor"
I got my pilot's licence in 2019
  state me | certified in | "pilot's licence" | from 2019-01-01 year
I attended the Ghent jazz festival
  state me | attended | Ghent jazz festival [event]
I went to a wedding in Bari
  state me | attended | wedding [event]
I take piano lessons
  state me | attends | piano lessons [topic]
I'm taking piano lessons
  state me | attends | piano lessons [topic]
I attend a yoga class every Monday
  state me | attends | yoga class [topic]
We celebrate Eid and Christmas
  state me | celebrates | Eid [event]
  state me | celebrates | Christmas [event]
I met Dana in 2019
  state me | met | Dana [person] | from 2019-01-01 year
I first met Dana at university
  state me | met | Dana [person]
I ran into Dana yesterday
  state me | met | Dana [person] | from 2026-11-29 day
I won first prize in a bake-off
  state me | won | "first prize in a bake-off"
I won a chess tournament
  state me | won | "chess tournament"
I drive to work every day
  state me | commutes by | "car"
I get to work by tram
  state me | commutes by | "tram"
I commute to Brussels by train
  state me | commutes by | "train"
My bank is Triodos
  state me | banks with | Triodos [organisation]
I switched my bank to Triodos
  state me | banks with | Triodos [organisation]
I owe my sister 200 euros
  state me | owes | "200 euros" = 200 EUR
I still owe 5,000 euros on my car
  state me | owes | "5,000 euros" = 5000 EUR
I owe the bank 20,000 euros
  state me | owes | "20,000 euros" = 20000 EUR
I spend about 100 euros a week on groceries
  state me | spends on | groceries [topic]
I spend a lot on books
  state me | spends on | books [topic]
`;
