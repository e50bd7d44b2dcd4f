/** Homes, work and study. Texts with the claims they make below them; read by `readCases`. */
export const HOME_AND_WORK = `
I live in Ghent and work at Novatek.
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me | works at | Novatek [organisation] | «work at Novatek»
I moved to Ghent in May.
  state me | lives in | Ghent [place] | from 2026-05-01 month
I've lived in Lisbon since 2019
  state me | lives in | Lisbon [place] | from 2019-01-01 year
I will be moving to Oslo in June.
  state me | lives in | Oslo [place] | from 2027-06-01 month
I live in Ghent, where should I eat?
  state me | lives in | Ghent [place] | «I live in Ghent»
I have a master's in physics
  state me | degree | "master's in physics"
In Ghent <= Nice! Where do you live?
  state me | lives in | Ghent [place] | 0.8
ghent, since 2019 <= Where do you live?
  state me | lives in | ghent [place] | 0.8
A nurse <= What do you do for a living?
  state me | works as | "nurse" | 0.8
I start at Novatek next month.
  state me | works at | Novatek [organisation] | from 2026-12-01 month
I'm moving to Oslo in June.
  state me | lives in | Oslo [place] | from 2027-06-01 month
Starting in June I will work at Novatek
  state me | works at | Novatek [organisation] | from 2027-06-01 month
I've worked as a teacher for ten years
  state me | works as | "teacher" | from 2016-01-01 year
My boss is Ines.
  state me | reports to | Ines [person] | 0.8
I volunteer at the food bank
  state me | volunteers at | food bank [organisation]
I graduated from Aalto in 2012
  state me | graduated from | Aalto [organisation] | from 2012-01-01 year
I study geology at the Lyceum
  state me | studies at | Lyceum [organisation]
  state me | studies | geology [topic]
I founded Heron Labs
  state me | founded | Heron Labs [organisation]
I work nights
  state me | working hours | "nights"
I'm looking for a job as a welder
  state me | looking for work as | "welder"
I grew up in Split.
  state me | grew up in | Split [place]
We own a cottage in Devon
  state me | owns home in | Devon [place]
Our landlord is Mr Okafor
  state me | rents from | Mr Okafor [person] | 0.8
My address is 12 Mill Lane
  state me | home address | "12 Mill Lane"
In 2019, I moved to Ghent.
  state me | lives in | Ghent [place] | from 2019-01-01 year
I work as a nurse at St. Mary's Hospital
  state me | works as | "nurse"
  state me | works at | St. Mary's Hospital [organisation]
I'm a teacher at the local school
  state me | works as | "teacher"
  state me | works at | local school [organisation]
My wife and I moved to Bergen in 2020
  state me | lives in | Bergen [place] | from 2020-01-01 year
> I live in Oslo\\nI live in Ghent
  state me | lives in | Ghent [place] | «I live in Ghent»
I moved in with my girlfriend
  state me | lives with | me's girlfriend (partner)
These days I live in Turin.
  state me | lives in | Turin [place] | «I live in Turin»
I'm currently living in Turin
  state me | lives in | Turin [place]
I reside in Turin
  state me | lives in | Turin [place]
We relocated to Turin last spring
  state me | lives in | Turin [place] | from 2026-03-01 month
I just moved to Turin from Milan
  state me | lives in | Turin [place]
I moved from Milan to Turin in 2020
  state me | lives in | Turin [place] | from 2020-01-01 year
I've been living in Turin for six months
  state me | lives in | Turin [place] | from 2026-05-01 month
I'm based in Turin
  state me | lives in | Turin [place]
My new address is 14 Rue Haute, Brussels
  state me | home address | "14 Rue Haute, Brussels"
I got a job at Acme
  state me | works at | Acme [organisation]
I got a new job as a data analyst
  state me | works as | "data analyst"
I've started working for Acme
  state me | works at | Acme [organisation]
I started at Acme on Monday
  state me | works at | Acme [organisation] | from 2026-11-30 day
I work for a small bakery
  state me | works at | small bakery [organisation]
I'm employed by Acme
  state me | works at | Acme [organisation]
I'm a software engineer at Acme
  state me | works as | "software engineer"
  state me | works at | Acme [organisation]
I got promoted to team lead
  state me | works as | "team lead"
I'm a freelance translator
  state me | works as | "freelance translator"
I work part-time
  state me | working hours | "part-time"
I work from nine to five
  state me | working hours | "from nine to five"
I report to Dana
  state me | reports to | Dana [person]
My manager is called Dana
  state me | reports to | Dana [person]
I manage a team of six
  state me | manages | team of six [organisation]
Dana is my boss
  state me | reports to | Dana [person]
My colleague Dev is on holiday
  state me | colleague | Dev [person] | «My colleague Dev»
I have a PhD in physics
  state me | degree | "PhD in physics"
I graduated from Leiden University in 2010
  state me | graduated from | Leiden University [organisation] | from 2010-01-01 year
I'm studying medicine at Leiden University
  state me | studies at | Leiden University [organisation]
  state me | studies | medicine [topic]
My job is a nurse
  state me | works as | "nurse"
I'm a nurse by training
  state me | works as | "nurse"
FYI I moved to Turin last month.
  state me | lives in | Turin [place] | from 2026-10-01 month | «I moved to Turin last month»
My brother and I live in Turin
  state me | lives in | Turin [place]
I started a company called Heron Labs
  state me | founded | Heron Labs [organisation]
I was raised in Split
  state me | grew up in | Split [place]
I rent from Mr Okafor
  state me | rents from | Mr Okafor [person]
I share a flat with Kai
  state me | lives with | Kai [person]
I live in New York City
  state me | lives in | New York City [place]
I live in Isle of Man
  state me | lives in | Isle of Man [place]
I live in the Netherlands
  state me | lives in | Netherlands [place]
I moved to San Sebastián de los Reyes
  state me | lives in | San Sebastián de los Reyes [place]
I work at Marks and Spencer
  state me | works at | Marks and Spencer [organisation]
I work at the University of Ghent
  state me | works at | University of Ghent [organisation]
I work for the city of Ghent
  state me | works at | city of Ghent [organisation]
I live in Ghent, Belgium
  state me | lives in | Ghent [place]
I was born in Ghent, Belgium on 3 May 1990.
  state me | born in | Ghent [place] | from 1990-05-03 day
We live near Bath
  state me | lives in | Bath [place]
I joined Novatek in March
  state me | works at | Novatek [organisation] | from 2026-03-01 month
I joined Novatek as a data analyst
  state me | works as | "data analyst"
  state me | works at | Novatek [organisation]
I've been at Novatek since 2019
  state me | works at | Novatek [organisation] | from 2019-01-01 year
I've been working at Novatek since 2019 as a data analyst
  state me | works at | Novatek [organisation] | from 2019-01-01 year
I'm a data analyst and I live in Ghent
  state me | works as | "data analyst" | «I'm a data analyst»
  state me | lives in | Ghent [place] | «I live in Ghent»
I'm a data analyst living in Ghent
  state me | works as | "data analyst"
  state me | lives in | Ghent [place]
As a nurse, I work nights
  state me | working hours | "nights" | «I work nights»
I've been a nurse for ten years
  state me | works as | "nurse" | from 2016-01-01 year
I became a nurse in 2012
  state me | works as | "nurse" | from 2012-01-01 year
I have lived in Rome all my life
  state me | lives in | Rome [place]
I have always lived in Rome
  state me | lives in | Rome [place]
I still live in Rome
  state me | lives in | Rome [place]
I live in Rome since 2019
  state me | lives in | Rome [place] | from 2019-01-01 year
I've been living in Rome since I was five
  state me | lives in | Rome [place] | «I've been living in Rome»
From next month I'll be working at Novatek
  state me | works at | Novatek [organisation] | from 2026-12-01 month
I'll be starting at Novatek on 5 January
  state me | works at | Novatek [organisation] | from 2027-01-05 day
I start a new job at Novatek on Monday
  state me | works at | Novatek [organisation] | from 2026-11-30 day
In two weeks I'm moving to Oslo
  state me | lives in | Oslo [place] | from 2026-12-14 day
I'm a nurse living in Ghent, and I need help with my CV.
  state me | works as | "nurse" | «I'm a nurse living in Ghent»
  state me | lives in | Ghent [place] | «I'm a nurse living in Ghent»
I was born and raised in Split, but I've lived in Ghent since 2010.
  state me | grew up in | Split [place] | «I was born and raised in Split»
  state me | lives in | Ghent [place] | from 2010-01-01 year | «I've lived in Ghent since 2010»
I have a meeting with my boss Ines tomorrow.
  state me | reports to | Ines [person] | «my boss Ines»
  state me | appointment | "with my boss Ines tomorrow"
My landlord Mr Okafor raised the rent to 950 euros.
  state me | rents from | Mr Okafor [person] | «My landlord Mr Okafor»
I actually live in Braga now.
  state me | lives in | Braga [place]
I work with Dana and Kai at Novatek.
  state me | colleague | Dana [person]
  state me | colleague | Kai [person]
Dana is my manager at Novatek.
  state me | reports to | Dana [person]
I report to Dana.
  state me | reports to | Dana [person]
I'm in charge of a team of five.
  state me | manages | team of five [organisation]
I volunteer at the local animal shelter on Saturdays.
  state me | volunteers at | local animal shelter [organisation]
I'm a volunteer at the food bank.
  state me | volunteers at | food bank [organisation]
I study at Ghent University.
  state me | studies at | Ghent University [organisation]
I'm a second-year student at Ghent University.
  state me | studies at | Ghent University [organisation]
I have a bachelor's degree in history.
  state me | degree | "bachelor's degree in history"
You work at Acme and I work at Novatek
  state me | works at | Novatek [organisation] | «I work at Novatek»
Mr Okafor is our landlord
  state me | rents from | Mr Okafor [person]
Some facts:\\n- I live in Ghent\\n- I work at Novatek\\n- My wife is called Ana
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me | works at | Novatek [organisation] | «I work at Novatek»
  state me | partner | Ana [person] | «My wife is called Ana»
i live in new york and work for google
  state me | lives in | new york [place] | «i live in new york»
  state me | works at | google [organisation] | «work for google»
i moved to berlin last year
  state me | lives in | berlin [place] | from 2025-01-01 year
ive been living in berlin since 2019
  state me | lives in | berlin [place] | from 2019-01-01 year
I live in Ghent 😀
  state me | lives in | Ghent [place] | «I live in Ghent»
I live in Ghent... for now
  state me | lives in | Ghent [place] | «I live in Ghent»
I live in Ghent (Belgium).
  state me | lives in | Ghent [place] | «I live in Ghent»
I live in Ghent — the best city.
  state me | lives in | Ghent [place] | «I live in Ghent»
I live in Ghent; I work at Novatek.
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me | works at | Novatek [organisation] | «I work at Novatek»
I live in Ghent - and I love it.
  state me | lives in | Ghent [place] | «I live in Ghent»
I live in Ghent & work at Novatek
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me | works at | Novatek [organisation] | «work at Novatek»
I live in Ghent and I'm looking for a vegan restaurant
  state me | lives in | Ghent [place] | «I live in Ghent»
I live in Ghent so I cycle to work
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me | commutes by | "bicycle" | «I cycle to work»
I live in Ghent because I work at Novatek
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me | works at | Novatek [organisation] | «I work at Novatek»
I live in Ghent although I work in Brussels
  state me | lives in | Ghent [place] | «I live in Ghent»
Now that I live in Ghent, I cycle to work
  state me | lives in | Ghent [place] | «I live in Ghent»
  state me | commutes by | "bicycle" | «I cycle to work»
My new boss is Ines
  state me | reports to | Ines [person] | 0.8
I was born in Lima, Peru
  state me | born in | Lima [place]
I grew up in Lima, Peru and moved to Ghent in 2010
  state me | grew up in | Lima [place] | «I grew up in Lima, Peru»
  state me | lives in | Ghent [place] | from 2010-01-01 year | «moved to Ghent in 2010»
I live in Oslo. Actually it's cold
  state me | lives in | Oslo [place] | «I live in Oslo»
Our landlady is called Mrs Varga.
  state me | rents from | Mrs Varga [person]
I rent my flat from Mr Okafor
  state me | rents from | Mr Okafor [person]
I usually work from 9 to 5.
  state me | working hours | "from 9 to 5"
I work night shifts
  state me | working hours | "night shifts"
I work 32 hours a week
  state me | working hours | "32 hours a week"
I'm searching for a job as a welder
  state me | looking for work as | "welder"
I retired from teaching last year
  state me | retired from | "teaching" | from 2025-01-01 year
I hold a degree in history
  state me | degree | "degree in history"
I have an MBA
  state me | degree | "MBA"
I did my master's in linguistics at Leiden
  state me | degree | "master's in linguistics"
My colleague is called Dev
  state me | colleague | Dev [person]
Dev is a colleague of mine
  state me | colleague | Dev [person]
Dev is one of my colleagues
  state me | colleague | Dev [person]
I live in Ghent, not that it matters
  state me | lives in | Ghent [place]
I live with Leo
  state me | lives with | Leo [person]
I moved in with Leo in March
  state me | lives with | Leo [person] | from 2026-03-01 month
I've lived with Leo since March
  state me | lives with | Leo [person] | from 2026-03-01 month
I literally live in Oslo
  state me | lives in | Oslo [place]
I technically live in Oslo
  state me | lives in | Oslo [place]
`;
