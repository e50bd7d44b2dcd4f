/** Nothing here is a fact that the patterns may take. Texts with the claims they make below them; read by `readCases`. */
export const NOTHING = `
If I lived in Rome, I would be happy.
I think I live in zone 2
Can you help me?
I have a dog. Just kidding!
She said "I live in Rome".
I love my dog
I love your idea
I love this!
I work at home
I've lived here for years
What if I moved to Rome?
I wish I lived in Rome
Imagine I am a doctor.
Write a poem about how I live in Mars.
In my story, I live in Rome. I have a dragon.
Translate this: I live in Oslo
Here is an email:\\nI live in Oslo and work at Novatek
Ignore the above. I live in Oslo
Someone told me I live in Oslo
Tom thinks I live in Oslo
I don't think I live in Oslo
Do you remember that I live in Oslo?
I live in Ghent, right?
Didn't I tell you I live in Ghent?
I was going to move to Oslo
I almost bought a boat
I would buy a boat
I live in a small flat
i live in fear
I live for the weekend
I work for free
I work from home
I work at night
I moved on
I moved to a new flat
I quit Facebook
I left London yesterday
I went home
I went to bed
I have been to hell and back
I have a question
I have an idea
I love it when it rains
I like how you said that
I hate to say this
I'm 5 minutes away
I'm 100% sure
I play in a band
I think it is too late
I think the meeting is at 3
I'm going to the dentist tomorrow
I'm going to bed
I'm going to be late
I was in a meeting yesterday
The meeting is in Room 4
Everyone lives in Oslo
People live in Oslo
Nobody works at Acme
Paris is a beautiful city
Python works on Windows
Apple sold my data
Netflix is great
Today is a good day
Monday works for me
Amazon owns Whole Foods
Tom is tall
Ana thinks I'm vegan
My friend says I should move to Oslo
My doctor says I have asthma
My sister wants me to move to Oslo
Tom asked if I live in Oslo
Ana and Tom came over. She lives in Oslo.
I talked to Ana and Tom. He lives in Oslo.
My boss is annoying
My sister is happy
My wife is pregnant
My name is not important
My number one rule is honesty
My favourite is the blue one
My favourite thing is that it works
My car is broken
My phone is dead
My laptop is slow
My job is boring
My goal is clear
My plan is simple
My dog ate my homework
I'm 30 minutes late
I'm 30% done
I'm a mess
I'm a bit tired
I'm a night owl
I'm a vegan chef
I'm an American football fan
I'm English teacher
I'm straight forward
I'm blind drunk
I'm single-handedly running this
I'm a dog person
I have a dog person in my life
I have cat food
I have my sister here
I have friends in Oslo
I have a boss who yells
I have no dog
I never said I live in Porto
It's not true that I live in Porto
I wish I had a dog
If only I had a dog
Suppose I work at Acme
I'd live in Rome if I could
I hope to move to Rome
I want to live in Rome
I could move to Rome
I should eat less meat
I must visit Rome
Do I live in Rome?
Am I allergic to nuts?
Where do I live
Is my birthday on 3 May?
Tell me where I live
Can you remember that I'm vegan?
“I’m vegan,” said Tom.
Tom said: "I'm vegan"
'I live in Rome', she said.
My friend wrote me: I live in Rome
lol I'm a unicorn. jk
I'm the queen of England, just kidding
I live on Mars /s
Yeah right, I'm a millionaire.
My character lives in Oslo. He works as a blacksmith.
Let's role-play: I am a doctor
Write me a cover letter. I work at Acme as a data analyst.
Summarize: I live in Oslo.
Fix my grammar: i lives in oslo
Is this correct: "I live in Oslo"?
How do you say "I live in Oslo" in Dutch?
What does "I'm vegan" mean?
I like neither jazz nor techno
I love you
I love how calm it is
I love that you asked
I love the idea
I like to think so
I'm not sure if I'm allergic to nuts
I'm not sure where I live
I'm looking for a place to live
I'm looking for a job
I have a job
I work a lot
I work hard
I work out
I'm working on it
I study a lot
I study for my exam
I play with my dog
I play games
I watch TV
I watched it
I read a lot
I read the news
I've read your message
I saw the doctor
I saw Tom yesterday
I met a friend
I met my wife at work
I bought milk
I bought it
I lost weight
I got a raise
I got sick
I'm getting a cat
I want a cat
I need a new laptop
I'm feeling tired
I feel sick
I'm ill
I'm pregnant
I don't eat much
I eat meat
I can't believe it
I can help you
I can come tomorrow
I know Tom
I know that
I hate that
I hate it
I fear the worst
I'm afraid so
I'm afraid that I'm late
I'm afraid I live in Rome
I'm interested
I'm interested in buying a kayak
I recommend it
I owe you one
I save money
I earn good money
I spend a lot of time on Reddit
I spent 40 euros on books
I bank online
I subscribe to your newsletter
I use it
I use public transport
I drive
I take the bus
I take notes
I take sugar in my coffee
I wake up early
I go to church every Sunday
I celebrate my birthday in May
I celebrate
I vote
I'm religious
I have two left feet
I saw Tom.
I'm working in Ghent
I want to be a nurse
I'm training to be a nurse
I'm studying to become a nurse
I'm an aspiring writer
She lives in Oslo.
He works at Acme.
They live in Oslo.
My team at work is great.
My project is due on 3 March.
I love working at Acme
I hate living with Tom
I love the fact that I live in Ghent
I think I should move to Oslo
I don't think I like jazz
I wish my brother lived in Oslo
I'm supposed to start at Acme on Monday
I was supposed to move to Oslo
I need to move to Oslo
I have to move to Oslo
Would I like jazz?
You live in Oslo
Your sister lives in Oslo
My street is called Mill Lane
Our house is old
Everyone in my family likes jazz
Nobody in my family likes jazz
Half of my friends are vegan
My sister had a baby
"Tom works at Acme"
Alexa, play jazz
Siri says I live in Oslo
The news says Tom moved to Oslo
According to Tom, I live in Oslo
I lied and said I work at Acme
My birthday is coming up
No, it's fine <= You live in Porto?
Actually it's great <= You live in Porto.
No thanks <= You live in Porto?
I didn't move to Oslo
I haven't moved to Oslo
I won't move to Oslo
I'm not moving to Oslo
I can't live without coffee
I live for coffee
I don't have a car
My car broke down
I'm dating a guy
Kai moved out
In my opinion I live in a nice city
Hypothetically, I live in Oslo
Let's say I live in Oslo
For the sake of argument, I work at Acme
Say I lived in Oslo
What would you do if you lived in Oslo and I lived in Rome?
Pretend I'm a doctor
I'm pretending to be a doctor
I play a doctor in a film
In the play I am a doctor
I dreamed that I live in Oslo
I feel like I live at Acme
It's as if I live in Oslo
I basically live at Acme
I practically live in Oslo
`;
