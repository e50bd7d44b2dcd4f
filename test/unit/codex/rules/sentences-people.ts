/** Family, friends, animals, and facts of others. Texts with the claims they make below them; read by `readCases`. */
export const PEOPLE = `
My sister Mira lives in Oslo. She works as a nurse.
  state me | sibling | Mira [person] | «My sister Mira»
  state Mira [person] | lives in | Oslo [place] | «My sister Mira lives in Oslo»
  state Mira [person] | works as | "nurse" | «She works as a nurse»
My wife, Ana, is a vet.
  state me | partner | Ana [person] | «My wife, Ana»
  state Ana [person] | works as | "vet"
Mira, my sister, plays the cello.
  state me | sibling | Mira [person] | «Mira, my sister»
  state Mira [person] | plays instrument | cello [thing]
We have a cat called Miso.
  state me | pet | Miso [pet]
  state Miso [pet] | species | "cat"
our dog Bo is a beagle
  state me | pet | Bo [pet] | «our dog Bo»
  state Bo [pet] | species | "dog" | «our dog Bo»
  state Bo [pet] | breed | "beagle"
The wedding is on 4 May in Bari.
  state wedding [event] | scheduled for | "4 May" = 2027-05-04
  state wedding [event] | takes place in | Bari [place]
Tom's wife Ana is a lawyer
  state Tom [person] | partner | Ana [person] | «Tom's wife Ana»
  state Ana [person] | works as | "lawyer"
Bo is a beagle. He is 4 years old.
  state Bo [pet] | breed | "beagle" | 0.8 | «Bo is a beagle»
  state Bo [person] | age | "4" = 4 | «He is 4 years old»
We adopted a dog named Rex last week.
  state me | pet | Rex [pet] | from 2026-11-23 day
  state Rex [pet] | species | "dog"
I have two cats, Miso and Bo.
  state me | pet | Miso [pet]
  state Miso [pet] | species | "cat"
  state me | pet | Bo [pet]
  state Bo [pet] | species | "cat"
I have a brother called Tom and a sister called Ana.
  state me | sibling | Tom [person]
  state me | sibling | Ana [person]
My mother's name is Rosa.
  state me | parent | Rosa [person]
My best friend Jo lives in Malmö with her husband Leo.
  state me | friend | Jo [person] | «My best friend Jo»
  state Jo [person] | partner | Leo [person] | «her husband Leo»
  state Jo [person] | lives in | Malmö [place]
My sister, who lives in Oslo, is visiting.
  state me's sister (sibling) | lives in | Oslo [place] | «who lives in Oslo»
What should I get my sister Mira for her birthday?
  state me | sibling | Mira [person] | «my sister Mira»
My sister's birthday is on 12 March
  state me's sister (sibling) | birthday | "12 March" = --03-12
Mira's birthday is 4 June 1992.
  state Mira [person] | birthday | "4 June 1992" = 1992-06-04
Tom works at Novatek. His wife Ana is a doctor.
  state Tom [person] | works at | Novatek [organisation] | 0.8 | «Tom works at Novatek»
  state Tom [person] | partner | Ana [person] | «His wife Ana»
  state Ana [person] | works as | "doctor" | «His wife Ana is a doctor»
Tom and Ana live in Oslo.
  state Tom [person] | lives in | Oslo [place] | 0.8
  state Ana [person] | lives in | Oslo [place] | 0.8
I met Yuki at the fair. She works at Novatek
  state me | met | Yuki [person] | «I met Yuki at the fair»
  state Yuki [person] | works at | Novatek [organisation] | «She works at Novatek»
The thesis is finished
  state thesis [project] | project status | "finished"
I'm married
  state me | marital status | "married"
I got divorced last year
  state me | marital status | "divorced" | from 2025-01-01 year
Dad retired from the post office.
  state me's dad (parent) | retired from | post office [organisation]
I live with my brother Tom
  state me | sibling | Tom [person] | «my brother Tom»
  state me | lives with | Tom [person]
Two years ago we adopted a dog named Rex.
  state me | pet | Rex [pet] | from 2024-01-01 year
  state Rex [pet] | species | "dog"
I have a sister who lives in Oslo
  state me | sibling | me's sister (sibling) | «I have a sister»
  state me's sister (sibling) | lives in | Oslo [place] | «who lives in Oslo»
I've got two kids, Emil and Eva
  state me | child | Emil [person]
  state me | child | Eva [person]
I live in Ghent with my wife Ana and our two cats.
  state me | partner | Ana [person] | «my wife Ana»
  state me | lives in | Ghent [place]
I'm single
  state me | marital status | "single"
I'm engaged to Leo
  state me | partner | Leo [person]
My husband is called Piotr
  state me | partner | Piotr [person]
I'm married to Piotr
  state me | partner | Piotr [person]
I got married to Piotr in 2018
  state me | partner | Piotr [person] | from 2018-01-01 year
Piotr and I got engaged
  state me | partner | Piotr [person]
  state me | marital status | "engaged"
My ex-wife Dana lives in Turin
  state me | former partner | Dana [person] | «My ex-wife Dana»
  state Dana [person] | lives in | Turin [place]
My parents are Rosa and Karl
  state me | parent | Rosa [person] | 0.8
  state me | parent | Karl [person] | 0.8
My dad is 70
  state me's dad (parent) | age | "70" = 70
My mum is a nurse
  state me's mum (parent) | works as | "nurse"
My dad's name is Karl
  state me | parent | Karl [person]
My grandma Otti is 92 years old
  state me | grandparent | Otti [person] | «My grandma Otti»
  state Otti [person] | age | "92" = 92
My son is 5
  state me's son (child) | age | "5" = 5
My daughter Ella is three
  state me | child | Ella [person] | «My daughter Ella»
  state Ella [person] | age | "3" = 3
My daughter turned 6 yesterday
  state me's daughter (child) | age | "6" = 6 | from 2026-11-29 day
My son Emil was born on 2 May 2020
  state me | child | Emil [person] | «My son Emil»
  state Emil [person] | birthday | "2 May 2020" = 2020-05-02
I have an older brother named Karl who lives in Turin.
  state me | sibling | Karl [person] | «I have an older brother named Karl»
  state Karl [person] | lives in | Turin [place] | «who lives in Turin»
Our cat is called Miso
  state me | pet | Miso [pet]
  state Miso [pet] | species | "cat"
Our cat Miso is a Siamese
  state me | pet | Miso [pet] | «Our cat Miso»
  state Miso [pet] | species | "cat" | «Our cat Miso»
  state Miso [pet] | breed | "Siamese"
I have a Labrador named Max
  state me | pet | Max [pet]
  state Max [pet] | species | "dog"
  state Max [pet] | breed | "labrador"
We got a puppy last week
  state me | pet | puppy [pet] | from 2026-11-23 day
I have a cat and a dog.
  state me | pet | cat [pet]
  state me | pet | dog [pet]
The conference is in Turin from 3 to 5 June
  state conference [event] | takes place in | Turin [place]
Our wedding is on 12 September 2027
  state wedding [event] | scheduled for | "12 September 2027" = 2027-09-12
The exam was on Monday
  state exam [event] | happened on | "Monday" = 2026-11-30
My exam is next Friday
  state exam [event] | scheduled for | "next Friday" = 2026-12-11
The deadline for the grant application is 1 March
  state grant application [project] | deadline | "1 March" = 2027-03-01
My thesis is due on 1 March
  state thesis [project] | deadline | "1 March" = 2027-03-01
The website is on hold
  state website [project] | project status | "on hold"
The kitchen renovation is nearly done
  state kitchen renovation [project] | project status | "nearly done"
Tom is my neighbour
  state me | neighbour | Tom [person]
Tom likes jazz
  state Tom [person] | likes | jazz [topic] | 0.8
Ana met Zoe. She lives in Oslo.
  state Ana [person] | met | Zoe [person] | 0.8 | «Ana met Zoe»
I talked to Ana. She lives in Oslo.
  state Ana [person] | lives in | Oslo [place] | «She lives in Oslo»
My brother came. He works at Acme.
  state me's brother (sibling) | works at | Acme [organisation] | «He works at Acme»
My sister is Danish
  state me's sister (sibling) | nationality | "Danish"
My wife is a doctor and works at Acme
  state me's wife (partner) | works as | "doctor" | «My wife is a doctor»
  state me's wife (partner) | works at | Acme [organisation] | «works at Acme»
My dog is 3
  state me's dog (pet) | age | "3" = 3
My cat loves tuna
  state me's cat (pet) | likes | tuna [topic]
I'm married with two kids
  state me | marital status | "married"
I have a friend called Zoe
  state me | friend | Zoe [person]
For future reference, my wife's name is Ana
  state me | partner | Ana [person] | «my wife's name is Ana»
hey, i'm 27 and i live in turin with my dog rex
  state me | age | "27" = 27 | «i'm 27»
  state me | pet | Rex [pet] | «my dog rex»
  state Rex [pet] | species | "dog" | «my dog rex»
  state me | lives in | turin [place] | «i live in turin with my dog rex»
my gf works at acme
  state me's gf (partner) | works at | acme [organisation]
I like jazz and my brother likes techno
  state me | likes | jazz [topic] | «I like jazz»
  state me's brother (sibling) | likes | techno [topic] | «my brother likes techno»
My brother Tom and I like chess
  state me | sibling | Tom [person] | «My brother Tom»
  state me | likes | chess [topic]
Tom's sister lives in Oslo
  state Tom [person]'s sister (sibling) | lives in | Oslo [place]
Tom's birthday is 3 May
  state Tom [person] | birthday | "3 May" = --05-03
Tom's dog Rex is a beagle
  state Tom [person] | pet | Rex [pet] | «Tom's dog Rex»
  state Rex [pet] | species | "dog" | «Tom's dog Rex»
  state Rex [pet] | breed | "beagle"
My sister's husband Tom works at Acme
  state me's sister (sibling) | partner | Tom [person] | «My sister's husband Tom»
  state Tom [person] | works at | Acme [organisation]
My sister's name is Ana and she lives in Oslo
  state me | sibling | Ana [person]
My neighbour Ana has a cat called Miso
  state me | neighbour | Ana [person] | «My neighbour Ana»
  state Ana [person] | pet | Miso [pet]
  state Miso [pet] | species | "cat"
Ana is married to Tom
  state Ana [person] | partner | Tom [person] | 0.8
Ana and Tom are married
  state Ana [person] | marital status | "married" | 0.8
  state Tom [person] | marital status | "married" | 0.8
Ana moved to Oslo in May
  state Ana [person] | lives in | Oslo [place] | from 2026-05-01 month | 0.8
Ana doesn't like jazz
  state Ana [person] | dislikes | jazz [topic] | 0.8
Ana was born in Lima
  state Ana [person] | born in | Lima [place] | 0.8
I got married last year
  state me | marital status | "married" | from 2025-01-01 year
I got a cat
  state me | pet | cat [pet]
My flatmate Kai smokes
  state me | roommate | Kai [person] | «My flatmate Kai»
  state Kai [person] | smokes | "yes"
My roommate is called Kai
  state me | roommate | Kai [person]
I am allergic to penicillin and my sister Mira is allergic to nuts.
  state me | allergic to | penicillin [topic] | «I am allergic to penicillin»
  state me | sibling | Mira [person] | «my sister Mira»
  state Mira [person] | allergic to | nuts [topic] | «my sister Mira is allergic to nuts»
I have a 5 year old son
  state me | child | me's son (child)
My sister Ana, who works at Acme, lives in Oslo
  state me | sibling | Ana [person] | «My sister Ana»
  state Ana [person] | works at | Acme [organisation] | «who works at Acme»
  state Ana [person] | lives in | Oslo [place] | «lives in Oslo»
My friend Zoe's birthday is on 4 June
  state me | friend | Zoe [person] | «My friend Zoe»
  state Zoe [person] | birthday | "4 June" = --06-04
My friends Zoe and Kai are getting married
  state me | friend | Zoe [person] | «My friends Zoe»
  state me | friend | Kai [person] | «My friends Zoe and Kai»
Mum lives in Turin
  state me's mum (parent) | lives in | Turin [place]
My mother works as a nurse in Turin
  state me's mother (parent) | works as | "nurse"
My boyfriend Leo and I moved in together
  state me | partner | Leo [person] | «My boyfriend Leo»
My cat Miso is allergic to chicken
  state me | pet | Miso [pet] | «My cat Miso»
  state Miso [pet] | species | "cat" | «My cat Miso»
  state Miso [pet] | allergic to | chicken [topic]
Miso is my cat
  state me | pet | Miso [pet]
  state Miso [pet] | species | "cat"
Miso is a cat
  state Miso [pet] | species | "cat" | 0.8
Our new puppy is called Bo
  state me | pet | Bo [pet]
  state Bo [pet] | species | "dog"
I adopted two kittens, Pip and Pop
  state me | pet | Pip [pet]
  state Pip [pet] | species | "cat"
  state me | pet | Pop [pet]
  state Pop [pet] | species | "cat"
I have a beagle
  state me | pet | beagle [pet]
Bo, our dog, loves cheese
  state me | pet | Bo [pet] | «Bo, our dog»
  state Bo [pet] | species | "dog" | «Bo, our dog»
  state Bo [pet] | likes | cheese [topic]
My brother Tom, who is a nurse, lives in Oslo.
  state me | sibling | Tom [person] | «My brother Tom»
  state Tom [person] | works as | "nurse" | «who is a nurse»
  state Tom [person] | lives in | Oslo [place] | «lives in Oslo»
I met Yuki, who works at Acme
  state me | met | Yuki [person] | «I met Yuki»
  state Yuki [person] | works at | Acme [organisation] | «who works at Acme»
Can you suggest a gift for my husband Leo? He loves jazz and collects vinyl records.
  state me | partner | Leo [person] | «my husband Leo»
  state Leo [person] | likes | jazz [topic] | «He loves jazz»
  state Leo [person] | collects | vinyl records [thing] | «collects vinyl records»
My daughter Ella is starting school in September and she's allergic to peanuts.
  state me | child | Ella [person] | «My daughter Ella»
  state Ella [person] | allergic to | peanuts [topic] | «she's allergic to peanuts»
We've just moved to Turin from Milan because my wife got a job at Fiat.
  state me | lives in | Turin [place] | «We've just moved to Turin from Milan»
  state me's wife (partner) | works at | Fiat [organisation] | «my wife got a job at Fiat»
My mum turned 70 last week. She lives in Split with my dad.
  state me's mum (parent) | age | "70" = 70 | from 2026-11-23 day | «My mum turned 70 last week»
  state me's mum (parent) | lives in | Split [place] | «She lives in Split with my dad»
I got engaged to Leo last weekend!
  state me | partner | Leo [person] | from 2026-11-28 day
My ex Leo still lives in Oslo.
  state me | former partner | Leo [person] | «My ex Leo»
  state Leo [person] | lives in | Oslo [place]
My late grandmother Otti was from Split.
  state me | grandparent | Otti [person] | «My late grandmother Otti»
My friend Jo and her husband Sam moved to Malmö.
  state me | friend | Jo [person] | «My friend Jo»
  state Jo [person] | partner | Sam [person] | «her husband Sam»
  state Jo [person] | lives in | Malmö [place]
  state Sam [person] | lives in | Malmö [place]
Jo's husband Sam is a chef.
  state Jo [person] | partner | Sam [person] | «Jo's husband Sam»
  state Sam [person] | works as | "chef"
I hope my sister Mira is well
  state me | sibling | Mira [person] | «my sister Mira»
My dog's name is Bo
  state me | pet | Bo [pet]
  state Bo [pet] | species | "dog"
My dog's birthday is on 4 June
  state me's dog (pet) | birthday | "4 June" = --06-04
My sister's friend Ana lives in Oslo
  state me's sister (sibling) | friend | Ana [person] | «My sister's friend Ana»
  state Ana [person] | lives in | Oslo [place]
My friend is vegan
  state me's friend (friend) | diet | "vegan"
My partner is vegan and lives in Oslo
  state me's partner (partner) | diet | "vegan" | «My partner is vegan»
  state me's partner (partner) | lives in | Oslo [place] | «lives in Oslo»
My sister and her husband live in Oslo
  state me's sister (sibling) | lives in | Oslo [place]
  state me's sister (sibling)'s husband (partner) | lives in | Oslo [place]
My sister Ana and my brother Tom live in Oslo
  state me | sibling | Ana [person] | «My sister Ana»
  state me | sibling | Tom [person] | «my brother Tom»
  state Ana [person] | lives in | Oslo [place]
  state Tom [person] | lives in | Oslo [place]
My sister's a nurse
  state me's sister (sibling) | works as | "nurse"
My sister's been a nurse for ten years
  state me's sister (sibling) | works as | "nurse" | from 2016-01-01 year
My sister's moving to Oslo in June
  state me's sister (sibling) | lives in | Oslo [place] | from 2027-06-01 month
My sister got married in May
  state me's sister (sibling) | marital status | "married" | from 2026-05-01 month
My sister has a dog called Rex
  state me's sister (sibling) | pet | Rex [pet]
  state Rex [pet] | species | "dog"
My sister has asthma
  state me's sister (sibling) | health condition | asthma [topic]
Tom got a job at Acme
  state Tom [person] | works at | Acme [organisation] | 0.8
Tom is a nurse
  state Tom [person] | works as | "nurse" | 0.8
Tom is 34
  state Tom [person] | age | "34" = 34 | 0.8
Tom is 34 years old
  state Tom [person] | age | "34" = 34 | 0.8
Tom's 34
  state Tom [person] | age | "34" = 34 | 0.8
Tom's a nurse
  state Tom [person] | works as | "nurse" | 0.8
Tom's allergic to nuts
  state Tom [person] | allergic to | nuts [topic] | 0.8
Tom moved to Oslo last year
  state Tom [person] | lives in | Oslo [place] | from 2025-01-01 year | 0.8
Tom hates jazz
  state Tom [person] | dislikes | jazz [topic] | 0.8
Tom plays the cello
  state Tom [person] | plays instrument | cello [thing] | 0.8
Tom has a sister called Ana
  state Tom [person] | sibling | Ana [person]
Tom has a dog
  state Tom [person] | pet | dog [pet]
Tom doesn't eat meat
  state Tom [person] | avoids | meat [topic] | 0.8
Tom speaks Dutch
  state Tom [person] | speaks | Dutch [topic] | 0.8
Tom married Ana in 2018
  state Tom [person] | partner | Ana [person] | from 2018-01-01 year | 0.8
Tom and Ana got married
  state Tom [person] | marital status | "married" | 0.8
  state Ana [person] | marital status | "married" | 0.8
Tom's mother is Rosa
  state Tom [person] | parent | Rosa [person] | 0.8
Tom's boss is Ines
  state Tom [person] | reports to | Ines [person] | 0.8
Tom Baker works at Acme
  state Tom Baker [person] | works at | Acme [organisation] | 0.8
Dr. Weiss lives in Oslo
  state Dr. Weiss [person] | lives in | Oslo [place] | 0.8
Mary-Jane works at Acme
  state Mary-Jane [person] | works at | Acme [organisation] | 0.8
O'Brien works at Acme
  state O'Brien [person] | works at | Acme [organisation] | 0.8
Jean-Luc's sister lives in Oslo
  state Jean-Luc [person]'s sister (sibling) | lives in | Oslo [place]
Anna Maria lives in Oslo
  state Anna Maria [person] | lives in | Oslo [place] | 0.8
my sisters name is mira
  state me | sibling | Mira [person]
my sister mira lives in oslo
  state me | sibling | Mira [person] | «my sister mira»
  state Mira [person] | lives in | oslo [place]
my dog is called rex
  state me | pet | Rex [pet]
  state Rex [pet] | species | "dog"
I live in Ghent, I work at Novatek, I'm vegan, and I have a dog called Rex.
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me | works at | Novatek [organisation] | «I work at Novatek»
  state me | diet | "vegan" | «I'm vegan»
  state me | pet | Rex [pet] | «I have a dog called Rex»
  state Rex [pet] | species | "dog" | «I have a dog called Rex»
I live in Ghent while my wife lives in Oslo
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me's wife (partner) | lives in | Oslo [place] | «my wife lives in Oslo»
While I live in Ghent, my wife lives in Oslo
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me's wife (partner) | lives in | Oslo [place] | «my wife lives in Oslo»
This is my sister Mira
  state me | sibling | Mira [person] | «my sister Mira»
Meet my dog Rex
  state me | pet | Rex [pet] | «my dog Rex»
  state Rex [pet] | species | "dog" | «my dog Rex»
That's my brother Tom
  state me | sibling | Tom [person] | «my brother Tom»
Here's my wife Ana
  state me | partner | Ana [person] | «my wife Ana»
Mira is my older sister and Tom is my younger brother
  state me | sibling | Mira [person] | «Mira is my older sister»
  state me | sibling | Tom [person] | «Tom is my younger brother»
Mira and Tom are my siblings
  state me | sibling | Mira [person]
  state me | sibling | Tom [person]
Mira is a nurse, Tom is a chef
  state Mira [person] | works as | "nurse" | 0.8 | «Mira is a nurse»
  state Tom [person] | works as | "chef" | 0.8 | «Tom is a chef»
I have a brother, Tom, and a sister, Mira
  state me | sibling | Tom [person]
  state me | sibling | Mira [person]
I have two brothers: Tom and Ben
  state me | sibling | Tom [person]
  state me | sibling | Ben [person]
My brothers are Tom and Ben
  state me | sibling | Tom [person] | 0.8
  state me | sibling | Ben [person] | 0.8
My siblings are Tom and Mira
  state me | sibling | Tom [person] | 0.8
  state me | sibling | Mira [person] | 0.8
My best friend is Jo
  state me | friend | Jo [person] | 0.8
My best friend's name is Jo
  state me | friend | Jo [person]
The conference takes place in Turin
  state conference [event] | takes place in | Turin [place]
The party will be held in Ghent
  state party [event] | takes place in | Ghent [place]
The concert has been moved to 5 May
  state concert [event] | scheduled for | "5 May" = 2027-05-05
The meeting has been rescheduled to Friday
  state meeting [event] | scheduled for | "Friday" = 2026-12-04
The exam is scheduled for 12 June
  state exam [event] | scheduled for | "12 June" = 2027-06-12
I don't have a dog, I have a cat
  state me | pet | cat [pet] | «I have a cat»
I have a cat, not a dog
  state me | pet | cat [pet]
I'm divorced from Ana
  state me | former partner | Ana [person]
I'm dating Leo
  state me | partner | Leo [person]
I live with my cat Miso
  state me | pet | Miso [pet] | «my cat Miso»
  state Miso [pet] | species | "cat" | «my cat Miso»
  state me | lives with | Miso [pet]
`;
