"""Names and things for the binding task's statements, most common first."""

_NAMES = """
Alice Bob Carol David Emma Frank Grace Henry Irene Jack Karen Leo Maria Nick Olivia Peter Rachel
Sam Tina Victor Wendy Anna Ben Chris Daniel Eva Fred George Helen Ivan James Kate Laura Mark Nancy
Oscar Paul Rose Steve Tom Ursula Vera Walter Adam Barbara Charles Diana Edward Fiona Gary Hannah
Ian Jane Kevin Linda Martin Nina Oliver Philip Robert Sarah Tim William Zoe Aaron Amy Andrew
Arthur Beth Brian Bruce Carl Claire Clara Colin Craig Cynthia Dan Dean Deborah Dennis Diane Donald
Dora Douglas Dylan Edgar Edith Edwin Elaine Eli Elizabeth Ella Ellen Eric Ernest Ethan Eugene Evan
Eve Felix Flora Florence Gabriel Gail Gerald Gina Glen Gloria Gordon Greg Harold Harry Hazel
Heather Herbert Holly Howard Hugh Hugo Isaac Isabel Jacob Jake Janet Jason Jay Jean Jeff Jennifer
Jerry Jesse Jessica Jill Jim Joan Joe Joel John Jonathan Jordan Joseph Joshua Joyce Juan Judith
Judy Julia Julian Julie June Justin Keith Kelly Ken Kim Kyle Lance Larry Lawrence Leah Lee Leon
Leonard Leslie Lewis Lily Lisa Logan Louis Louise Lucas Lucy Luis Luke Lynn Marcus Margaret Marie
Marilyn Marion Martha Mary Mason Matthew Maurice Max May Megan Melissa Michael Michelle Mike
Miguel Molly Monica Nathan Neil Nicholas Nicole Noah Nora Norman Pamela Patricia Patrick Paula
Pauline Penny Phil Ralph Randy Ray Raymond Rebecca Rex Richard Rick Rita Roger Roland Ron Ronald
Rosa Ross Roy Ruby Russell Ruth Ryan Sally Samuel Sandra Sara Scott Sean Seth Shane Sharon Sheila
Shirley Sidney Simon Sophia Sophie Stanley Stella Stephen Stuart Susan Sylvia Teresa Terry
Theodore Thomas Tony Tracy Tyler Vernon Veronica Vincent Violet Virginia Wayne Wesley Winston
Yvonne Zachary Abel Ada Alan Albert Alex Alfred Ali Allen Alma Amanda Amber Andrea Andy Angela Ann
Anne Anthony Antonio April Ashley Audrey Austin Barry Beatrice Bernard Bert Betty Beverly Bill
Billy Blake Bonnie Brad Bradley Brandon Brenda Brent Brett Calvin Cameron Carla Carlos Caroline
Carrie Casey Catherine Cecil Chad Charlie Charlotte Chester Christine Clarence Clark Claude
Clifford Clyde Cody Connie Connor Corey Curtis
"""
_THINGS = """
red blue green black white yellow brown pink orange gold silver gray purple music books tea coffee
milk bread cheese fish rice soup cake fruit meat wine water sugar salt dogs cats horses birds cars
trains boats planes bikes games chess cards films plays poems songs dance art math physics history
flowers trees rain snow sun wind fire stones maps stars clocks hats shoes coats
"""
NAMES = tuple(_NAMES.split())
THINGS = tuple(_THINGS.split())
