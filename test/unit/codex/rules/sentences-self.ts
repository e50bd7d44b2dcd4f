/** Identity, health and habits. Texts with the claims they make below them; read by `readCases`. */
export const SELF = `
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
I don't smoke.
  state me | smokes | "no"
I run three times a week
  state me | exercise | "run three times a week"
My number is 555 0134
  state me | phone number | "555 0134"
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
I get up at six
  state me | wakes up at | "six"
I meditate before breakfast
  state me | habit | "meditate before breakfast"
I drink green tea
  state me | drinks | green tea [topic]
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
I do yoga every morning
  state me | exercise | "do yoga every morning"
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
I take ibuprofen
  state me | takes medication | ibuprofen [thing]
I get up at 7am
  state me | wakes up at | "7am"
I go to bed at ten
  state me | habit | "go to bed at ten"
I pray five times a day
  state me | habit | "pray five times a day"
I'm 175 cm tall
  state me | height | "175 cm"
I weigh 70 kilos
  state me | weight | "70 kilos"
I have high blood pressure
  state me | health condition | high blood pressure [topic]
I have a broken leg
  state me | injury | "broken leg"
My new number is 555 0199
  state me | phone number | "555 0199"
Hey! Quick question: I'm vegan and allergic to soy, any dinner ideas?
  state me | diet | "vegan" | «I'm vegan»
  state me | allergic to | soy [topic] | «allergic to soy»
I can't eat gluten because I have coeliac disease.
  state me | avoids | gluten [topic] | «I can't eat gluten»
  state me | health condition | coeliac disease [topic] | «I have coeliac disease»
btw my new phone number is +32 470 11 22 33
  state me | phone number | "+32 470 11 22 33" | «my new phone number is +32 470 11 22 33»
I take metformin for my diabetes.
  state me | takes medication | metformin [thing]
I run 5k every morning before work.
  state me | exercise | "run 5k every morning before work"
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
My baby is due in June
  state me | due date | "June" = 2027-06
I'm due on 4 June
  state me | due date | "4 June" = 2027-06-04
My GP is Dr Weiss
  state me | doctor | Dr Weiss [person] | 0.8
My therapist is called Dr Weiss
  state me | doctor | Dr Weiss [person]
I'm seeing Dr Weiss for my back
  state me | doctor | Dr Weiss [person]
I'm 5 ft 11
  state me | height | "5 ft 11"
My height is 180 cm
  state me | height | "180 cm"
I weigh around 70 kg
  state me | weight | "70 kg"
I try to avoid dairy
  state me | avoids | dairy [topic]
I'm cutting out sugar
  state me | avoids | sugar [topic]
I stay away from caffeine
  state me | avoids | caffeine [topic]
I don't touch alcohol
  state me | avoids | alcohol [topic]
I go running three times a week
  state me | exercise | "go running three times a week"
I swim twice a week
  state me | exercise | "swim twice a week"
I lift weights every morning
  state me | exercise | "lift weights every morning"
I get up at 6 every day
  state me | wakes up at | "6"
I wake up at half past six
  state me | wakes up at | "half past six"
I usually go to bed at 11
  state me | habit | "go to bed at 11"
I meditate every morning
  state me | habit | "meditate every morning"
I journal every night
  state me | habit | "journal every night"
I drink coffee every morning
  state me | drinks | coffee [topic]
I'm a smoker
  state me | smokes | "yes"
I don't smoke but I drink
  state me | smokes | "no" | «I don't smoke»
I'm bisexual
  state me | sexual orientation | "bisexual"
I identify as non-binary
  state me | gender | "non-binary"
I'm non-binary
  state me | gender | "non-binary"
I use they/them pronouns
  state me | pronouns | "they/them"
My pronouns are she/her
  state me | pronouns | "she/her"
I never eat meat
  state me | avoids | meat [topic]
I've never smoked
  state me | smokes | "no"
`;
